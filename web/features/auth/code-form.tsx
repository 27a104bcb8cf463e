// The second step of signing in: a code from the authenticator app, or a recovery code.
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CodeForm as CodeSchema } from '#shared/contracts/factors.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { PasskeySignInButton } from './auth-forms.tsx'
import { PanelLink } from './panels.tsx'
import { useSignInWithCode } from './queries.ts'

export function CodeForm() {
  const signIn = useSignInWithCode()
  const isDemo = useConfig().data?.isDemo
  const [isRecovery, setIsRecovery] = useState(false)
  const form = useForm({ resolver: zodResolver(CodeSchema), defaultValues: { code: '' } })
  const submit = form.handleSubmit((body) =>
    signIn.mutate(body, {
      onError: (error) => {
        if (!(error instanceof ApiError) || error.problem.code !== 'wrong_code') return
        form.setError('code', { message: error.problem.message ?? 'This code isn’t right.' })
        // Selects the code, so that the person can type the next one right away.
        form.setFocus('code', { shouldSelect: true })
      },
    }),
  )
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={isRecovery ? 'Ten letters and digits. Each code works once.' : 'Six digits from your app.'}
        error={form.formState.errors.code?.message}
      >
        <Input
          {...form.register('code')}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Button type="submit" block pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      {isDemo && (
        <p className="text-small text-ink-2">
          In the demo,{' '}
          <a className="link" href="/sandbox/authenticator" target="_blank" rel="noopener">
            this page
          </a>{' '}
          has the codes of ada and edda.
        </p>
      )}
      <PasskeySignInButton />
      <div className="grid justify-items-center gap-3 text-label">
        <button
          type="button"
          className="link"
          onClick={() => {
            form.reset()
            setIsRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Use a code from your app' : 'Use a recovery code'}
        </button>
        <PanelLink panel="login">Back to sign in</PanelLink>
      </div>
    </form>
  )
}
