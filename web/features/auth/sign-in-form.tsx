// Username and password.
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Credentials } from '#shared/contracts/auth.ts'
import { isUnauthorized } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { useSignIn } from './queries.ts'

export function SignInForm({ autoFocus }: { autoFocus: boolean }) {
  const signIn = useSignIn()
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { username: '', password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((credentials) =>
    signIn.mutate(credentials, {
      // Ready to be typed over: most often it was a slip.
      onError: (error) => isUnauthorized(error) && form.setFocus('password', { shouldSelect: true }),
    }),
  )
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input {...form.register('password')} type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" block pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}
