// The form that asks for an email with a link to set a new password.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { auth, PasswordResetRequest } from '#shared/contracts/auth.ts'
import { EMAIL_AGAIN_S } from '#shared/limits.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { useCountdown } from './countdown.ts'
import { PanelLink } from './panel-link.tsx'
import { SentNotice } from './sent-notice.tsx'

export function ForgotPassword() {
  const request = useMutation({
    mutationFn: (body: { login: string }) => call(auth.requestPasswordReset, { body }),
    onSuccess: ({ message }) => setSent((before) => ({ message, times: (before?.times ?? 0) + 1 })),
  })
  // Kept while the link is asked for again.
  const [sent, setSent] = useState<{ message: string; times: number }>()
  const form = useForm({ resolver: zodResolver(PasswordResetRequest), defaultValues: { login: '' } })
  const send = form.handleSubmit((body) => request.mutate(body))
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void send(event)}>
      {sent === undefined && (
        <Field label="Username or email" error={form.formState.errors.login?.message}>
          <Input
            {...form.register('login')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        </Field>
      )}
      {sent !== undefined && (
        <SentNotice key={sent.times} message={sent.message}>
          Nothing after a few minutes? Look in your spam folder, then ask again.
        </SentNotice>
      )}
      {request.error && (
        <Banner tone="loss" role="alert">
          {messageOf(request.error) ?? 'We couldn’t send the link. Try again.'}
        </Banner>
      )}
      {/* Each answer starts the wait anew. */}
      <SendButton key={sent?.times ?? 0} isAgain={sent !== undefined} pending={request.isPending} />
      <PanelLink panel="login">Back to sign in</PanelLink>
    </form>
  )
}

function SendButton({ isAgain, pending }: { isAgain: boolean; pending: boolean }) {
  const secondsLeft = useCountdown(isAgain ? EMAIL_AGAIN_S : 0)
  const label = !isAgain ? 'Send link' : secondsLeft > 0 ? `Send again in ${secondsLeft} s` : 'Send again'
  return (
    <Button
      type="submit"
      block
      variant={isAgain ? 'outline' : 'primary'}
      disabled={secondsLeft > 0}
      pending={pending}
      pendingLabel="Sending..."
    >
      {label}
    </Button>
  )
}
