// The forms of the auth dialog: signing in and creating an account.
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { MailX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Credentials, registrationOf } from '#shared/contracts/auth.ts'
import { PASSWORD_MIN } from '#shared/limits.ts'
import { AGE_STATEMENT, TERMS_STATEMENT } from '#shared/rules/consent.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { DocumentSentence } from '#web/lib/document-sentence.tsx'
import { cameFrom } from '#web/lib/came-from.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Input, PasswordInput } from '#web/ui/text-input.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { PanelLink } from './panels.tsx'
import { PasskeyButton, usePasskeyAutofill } from './passkeys.tsx'
import { passwordErrorOf } from './passwords.tsx'
import { useInvitation, useRegister, useSignIn, useSignInWithPasskey } from './queries.ts'

export function SignInForm({ autoFocus }: { autoFocus: boolean }) {
  const signIn = useSignIn()
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { username: '', password: '' } })
  const { errors } = form.formState
  const { mutate: signInWithPasskey } = useSignInWithPasskey()
  usePasskeyAutofill(signInWithPasskey)
  const submit = form.handleSubmit((credentials) =>
    signIn.mutate(credentials, {
      // Selects the password, so that the person can retype it right away.
      onError: (error) => isUnauthorized(error) && form.setFocus('password', { shouldSelect: true }),
    }),
  )
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...form.register('username')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" block pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      <PasskeySignInButton />
      <PanelLink panel="forgot">Forgot password?</PanelLink>
    </form>
  )
}

export function PasskeySignInButton() {
  const { mutate, isPending } = useSignInWithPasskey()
  return <PasskeyButton isPending={isPending} onClick={() => mutate(undefined)} />
}

/** A valid invitation fills in the email, and works only for that address. */
export function CreateAccountForm({ passwordMin = PASSWORD_MIN }: { passwordMin: number | undefined }) {
  const { token, email, error } = useInvitation()
  const register = useRegister()
  const form = useForm({
    resolver: zodResolver(registrationOf(passwordMin)),
    defaultValues: {
      email: '',
      username: '',
      displayName: '',
      password: '',
      isAdult: false,
      acceptsTerms: false,
    },
  })
  const [showsToVisitors, setShowsToVisitors] = useState(false)
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => {
    const registration = { ...fields, showsRecordToVisitors: showsToVisitors, from: cameFrom() }
    register.mutate(token === '' ? registration : { ...registration, invitation: token }, {
      onError: (failure) => {
        const message = passwordErrorOf(failure)
        if (message !== undefined) form.setError('password', { message }, { shouldFocus: true })
      },
    })
  })
  useEffect(() => {
    if (email !== undefined) form.setValue('email', email)
  }, [email, form])

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {error !== null && (
        <Banner tone="caution" icon={MailX}>
          {messageOf(error) ?? 'Couldn’t check your invitation.'}
        </Banner>
      )}
      <Field
        label="Email Address"
        error={errors.email?.message}
        hint={email === undefined ? undefined : 'Your invitation is for this address.'}
      >
        <Input {...form.register('email')} type="email" autoComplete="email" readOnly={email !== undefined} />
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
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Switch
        label="Show my record to visitors and search engines"
        hint="Free signals only, once you post. You can change it anytime."
        checked={showsToVisitors}
        onCheckedChange={setShowsToVisitors}
      />
      <div className="grid gap-3">
        <Agreement form={form} name="isAdult" statement={AGE_STATEMENT} />
        <Agreement form={form} name="acceptsTerms" statement={TERMS_STATEMENT} />
      </div>
      <Button type="submit" block pending={register.isPending} pendingLabel="Creating account...">
        Create Account
      </Button>
    </form>
  )
}

type Fields = z.input<ReturnType<typeof registrationOf>>
type AgreementProps = {
  form: UseFormReturn<Fields>
  name: 'isAdult' | 'acceptsTerms'
  statement: string
}

/** A box that must be ticked. */
const Agreement = ({ form, name, statement }: AgreementProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Checkbox checked={field.value} onCheckedChange={field.onChange} error={fieldState.error?.message}>
        <DocumentSentence>{statement}</DocumentSentence>
      </Checkbox>
    )}
  />
)
