// The dialog that changes the username.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Username } from '#shared/contracts/users.ts'
import { USERNAME_CHANGES_DAYS, USERNAME_CHANGES_MAX, USERNAME_HELD_DAYS } from '#shared/limits.ts'
import { ApiError, messageOf, shownMessage } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { useChangeUsername } from './queries.ts'
import { SuspendedBanner } from './suspended-banner.tsx'

const Form = z.object({ username: Username })

export function ChangeUsernameDialog() {
  const { isOpen } = useDialog('change-username')
  // Mounted only while it is open, so that each opening starts with the current name.
  return isOpen ? <OpenDialog /> : null
}

/** A refusal of the name itself, which the field shows. The limit of changes isn't about the name. */
const isAboutName = (error: unknown) =>
  error instanceof ApiError &&
  error.problem.code !== 'username_changes_used' &&
  [400, 409].includes(error.status)

function OpenDialog() {
  const { close, closeIfOpen } = useDialog('change-username')
  const { username } = useViewer()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { username } })
  const change = useChangeUsername()
  const submit = form.handleSubmit((body) => {
    if (body.username === username) return close()
    change.mutate(body, {
      onSuccess: closeIfOpen,
      onError: (error) => {
        if (isAboutName(error))
          form.setError('username', { message: messageOf(error) ?? '' }, { shouldFocus: true })
      },
    })
  })
  return (
    <FormDialog
      title="Change username"
      subtitle={`${username} stays reserved for you and leads to your profile for ${USERNAME_HELD_DAYS} days.`}
      onClose={close}
      onSubmit={(event) => void submit(event)}
      submitLabel="Save username"
      pendingLabel="Saving..."
      isPending={change.isPending}
      error={
        isAboutName(change.error)
          ? undefined
          : shownMessage(change.error, 'We couldn’t change your username. Try again.')
      }
    >
      <SuspendedBanner />
      <Field
        label="Username"
        hint={`Letters, numbers and underscores. You can change it ${USERNAME_CHANGES_MAX} times in ${USERNAME_CHANGES_DAYS} days.`}
        error={form.formState.errors.username?.message}
      >
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
    </FormDialog>
  )
}
