// The dialog of a sign-in link from an email. It signs in when its button is pressed, because mail scanners
// open links too.
import { QueryClientProvider } from '@tanstack/react-query'
import { PRODUCT_NAME } from '#shared/product.ts'
import { queryClient } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useSignInLink } from './queries.ts'

export default function SignInLinkDialog({ onClose }: { onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Dialog
        open
        onOpenChange={onClose}
        title={`Sign in to ${PRODUCT_NAME}`}
        subtitle="The link in your email signs in this device, without your password."
      >
        <SignInButton />
      </Dialog>
    </QueryClientProvider>
  )
}

function SignInButton() {
  const { mutate, isPending } = useSignInLink()
  return (
    <div className="grid gap-5">
      <Button block pending={isPending} pendingLabel="Signing in..." onClick={() => mutate(undefined)}>
        Sign In
      </Button>
      <a className="link justify-self-center" href="?auth=login">
        Sign in with your password
      </a>
    </div>
  )
}
