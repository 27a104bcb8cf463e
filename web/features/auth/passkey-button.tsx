// The button that signs in with a passkey; nothing in browsers that have none.
import { KeyRound } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { supportsPasskeys } from './browser-passkey.ts'
import { useSignInWithPasskey } from './queries.ts'

export function PasskeyButton() {
  const { mutate, isPending } = useSignInWithPasskey()
  if (!supportsPasskeys()) return null
  return (
    <Button
      variant="outline"
      block
      icon={KeyRound}
      pending={isPending}
      pendingLabel="Waiting for your passkey..."
      onClick={() => mutate(undefined)}
    >
      Use a passkey
    </Button>
  )
}
