// Asks the browser for a passkey or to create one, and the button that does so.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { factors } from '#shared/contracts/factors.ts'
import type { Request } from '#shared/endpoint.ts'
import { SECOND_STEP_MINUTES } from '#shared/limits.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'

export type Assertion = Request<typeof factors.loginWithPasskey>['body']
type NewPasskey = Request<typeof factors.addPasskey>['body']

export const supportsPasskeys = browserSupportsWebAuthn

/** Throws the browser's error, for example if the person cancels (`isCanceled`). */
export async function askForPasskey(useBrowserAutofill = false): Promise<Assertion> {
  const optionsJSON = await call(factors.passkeyOptions)
  return await startAuthentication({ optionsJSON, useBrowserAutofill })
}

/** Creates a passkey with this name and adds it to the account. Throws like `askForPasskey`. */
export async function createPasskey({ name }: Pick<NewPasskey, 'name'>) {
  const optionsJSON = await call(factors.newPasskeyOptions)
  const credential = (await startRegistration({ optionsJSON })) as NewPasskey['credential']
  return await call(factors.addPasskey, { body: { name, credential } })
}

/** The person closed the browser's prompt, or another prompt replaced it. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The device already has a passkey for this account. */
export const isOnDevice = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'

/**
 * Offers passkeys in the suggestions of the field with `autocomplete="username webauthn"`, if the browser
 * supports it.
 */
export function usePasskeyAutofill(onAssertion: (assertion: Assertion) => void): void {
  const latest = useRef(onAssertion)
  useEffect(() => void (latest.current = onAssertion))
  useEffect(() => {
    let isOpen = true
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill())) return
      const assertion = await askForPasskey(true)
      if (isOpen) latest.current(assertion)
    }
    // An error is ignored, because the form works without the offer.
    const start = () => void offer().catch(() => {})
    start()
    // The challenge expires.
    const timer = setInterval(start, (SECOND_STEP_MINUTES - 1) * 60_000)
    return () => {
      isOpen = false
      clearInterval(timer)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [])
}

/** Empty if the browser doesn't support passkeys. */
export function PasskeyButton({ isPending, onClick }: { isPending: boolean; onClick: () => void }) {
  if (!supportsPasskeys()) return null
  return (
    <Button
      variant="outline"
      block
      icon={KeyRound}
      pending={isPending}
      pendingLabel="Waiting for your passkey..."
      onClick={onClick}
    >
      Use a passkey
    </Button>
  )
}
