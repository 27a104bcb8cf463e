// The button that asks the browser for a passkey; nothing in browsers that have none.
import { KeyRound } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { supportsPasskeys } from './browser-passkey.ts'
import { useSignInWithPasskey } from './queries.ts'

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

export function PasskeySignInButton() {
  const { mutate, isPending } = useSignInWithPasskey()
  return <PasskeyButton isPending={isPending} onClick={() => mutate(undefined)} />
}
