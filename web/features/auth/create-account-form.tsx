// E-mail, username, display name and password; a valid invitation in the address fills the e-mail in.
import { zodResolver } from '@hookform/resolvers/zod'
import { MailX } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { registrationOf } from '#shared/contracts/auth.ts'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { useInvitation, useRegister } from './queries.ts'

export function CreateAccountForm({ passwordMin = PASSWORD_MIN }: { passwordMin: number | undefined }) {
  const { token: invitation, email, error } = useInvitation()
  const register = useRegister()
  const form = useForm({
    resolver: zodResolver(registrationOf(passwordMin)),
    defaultValues: { email: '', username: '', displayName: '', password: '', invitation },
  })
  const { errors } = form.formState
  useEffect(() => {
    if (email !== undefined) form.setValue('email', email)
  }, [email, form])

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit((registration) => register.mutate(registration))(event)}
    >
      {error !== null && (
        <Banner tone="caution" icon={MailX}>
          {messageOf(error) ?? 'Couldn’t check your invitation.'}
        </Banner>
      )}
      <Field label="Email Address" error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Username" error={errors.username?.message} hint="Letters, numbers and underscores.">
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Display Name" mark="(Optional)" error={errors.displayName?.message}>
        <Input {...form.register('displayName')} autoComplete="name" />
      </Field>
      <Field label="Password" error={errors.password?.message} hint={`At least ${passwordMin} characters.`}>
        <Input {...form.register('password')} type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" block pending={register.isPending} pendingLabel="Creating account...">
        Create Account
      </Button>
    </form>
  )
}
