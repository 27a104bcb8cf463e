// The dialog that deletes the viewer's account. It says what happens, and asks for the username.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { deletion, DeletionRequest } from '#shared/contracts/deletion.ts'
import type { Request } from '#shared/endpoint.ts'
import { AUDIT_LOG_DAYS, DELETION_DAYS } from '#shared/limits.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { deletionDate, FORMER_MEMBER } from '#shared/rules/deletion.ts'
import { ApiError, messageOf, shownMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { useAuth, useViewer } from '#web/lib/session.tsx'
import { Consequences } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

/** Opens at `?dialog=delete-user`. */
export function DeleteUserDialog() {
  const { isOpen } = useDialog('delete-user')
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close } = useDialog('delete-user')
  const { username, isCreator } = useViewer()
  const { setUser } = useAuth()
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(DeletionRequest),
    defaultValues: { username: '' },
  })
  const { errors } = form.formState
  const request = useMutation({
    mutationFn: (body: Request<typeof deletion.request>['body']) => call(deletion.request, { body }),
    onSuccess: () => {
      setUser(null)
      client.clear()
      followOutcome(accountOutcomes.deletionRequested)
    },
    onError: (error) => {
      if (isWrongUsername(error))
        form.setError('username', { message: messageOf(error) ?? '' }, { shouldFocus: true })
    },
  })
  const { error } = request
  const [openedAt] = useState(() => new Date())
  const day = dayText(utcDay(deletionDate(openedAt)))
  return (
    <FormDialog
      title="Delete your account?"
      wide
      onClose={close}
      onSubmit={(event) => void form.handleSubmit((body) => request.mutate(body))(event)}
      cancelLabel="Keep it"
      submitLabel="Delete account"
      pendingLabel="Deleting..."
      isDanger
      isPending={request.isPending}
      error={
        isWrongUsername(error)
          ? undefined
          : shownMessage(error, 'We couldn’t delete your account. Try again.')
      }
    >
      <p className="text-pretty text-ink-2">
        Right away, your account is hidden from everybody and you’re signed out everywhere. For{' '}
        {DELETION_DAYS} days you can sign in and keep it. On {day} we delete it permanently.
      </p>
      <Consequences>
        <li>
          Your name, email, picture, texts, follows and portfolio are deleted, here and at the services that
          connect your brokers.
        </li>
        <li>
          Your signals stay in the record as “{FORMER_MEMBER}”, without their texts. Your payments stay in the
          books without your name. People who saved your page may still know who wrote them.
        </li>
        <li>
          Our security log keeps when you signed in, and from which network, for {AUDIT_LOG_DAYS} days. It
          doesn’t have your name.
        </li>
        <li>Your subscriptions end. We refund what is charged from today on.</li>
        {isCreator && (
          <li>
            Creator Mode ends. Your subscribers aren’t charged from today on, and get a refund for the current
            month.
          </li>
        )}
      </Consequences>
      <Field label="Type your username to confirm" hint={username} error={errors.username?.message}>
        <Input
          {...form.register('username')}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  )
}

const isWrongUsername = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'wrong_username'
