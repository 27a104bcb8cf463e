// The form that requests an email with a link to set a new password.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { auth, PasswordResetRequest } from '#shared/contracts/auth.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { PanelLink } from './panels.tsx'
import { SendEmailButton, SentNotice } from './sent-email.tsx'

export function ForgotPassword() {
  const request = useMutation({
    mutationFn: (body: { login: string }) => call(auth.requestPasswordReset, { body }),
    onSuccess: ({ message }) => setSent((before) => ({ message, times: (before?.times ?? 0) + 1 })),
  })
  // Kept while the link is requested again.
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
      {/* Each response restarts the wait. */}
      <SendEmailButton
        key={sent?.times ?? 0}
        type="submit"
        block
        variant={sent === undefined ? 'primary' : 'outline'}
        wasSent={sent !== undefined}
        pending={request.isPending}
      >
        Send link
      </SendEmailButton>
      <PanelLink panel="login">Back to sign in</PanelLink>
    </form>
  )
}
