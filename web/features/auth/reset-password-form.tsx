// Sets a new password with the token of a link from an email, and signs in.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { auth, newPasswordOf } from '#shared/contracts/auth.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { go } from '#web/lib/navigation.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/text-input.tsx'
import { AccountOfPassword, passwordErrorOf } from './passwords.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

type Props = { token: string; username: string; passwordMin: number }

export function ResetPasswordForm({ token, username, passwordMin }: Props) {
  const { setUser } = useAuth()
  const form = useForm({
    resolver: zodResolver(z.object({ password: newPasswordOf(passwordMin) })),
    defaultValues: { password: '' },
  })
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(auth.resetPassword, { body: { token, password } }),
    onSuccess: (user) => {
      go(paths.feed, { replace: true })
      setUser({ ...user, createdAt: user.createdAt.toISOString() })
      followOutcome(accountOutcomes.passwordReset)
    },
    onError: (error) => {
      // The password is set, but signing in needs a second step.
      if (error instanceof ApiError && error.problem.code === 'second_factor_required')
        return go(paths.signInCode, { replace: true })
      const message = passwordErrorOf(error)
      if (message !== undefined) form.setError('password', { message }, { shouldFocus: true })
    },
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit((body) => reset.mutate(body))(event)}
    >
      <AccountOfPassword username={username} />
      <Field
        label="New password"
        hint={`At least ${passwordMin} characters.`}
        error={form.formState.errors.password?.message}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      {reset.error && passwordErrorOf(reset.error) === undefined && (
        <Banner tone="loss" role="alert">
          {messageOf(reset.error) ?? 'We couldn’t save your password. Try again.'}
        </Banner>
      )}
      <Button type="submit" block pending={reset.isPending} pendingLabel="Saving...">
        Save password
      </Button>
    </form>
  )
}
