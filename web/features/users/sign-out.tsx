// Leaving: signs this browser out.
import { LogOut } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useSignOut } from './queries.ts'

export function SignOut() {
  const signOut = useSignOut()
  return (
    <Button variant="ghost" icon={LogOut} pending={signOut.isPending} onClick={() => signOut.mutate()}>
      Sign Out
    </Button>
  )
}
