// The button that pays, and the line below it, the same for both card forms.
import { Lock } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

export type PayButtonProps = {
  /** For example "$9.50". */
  amount: string
  isPaying: boolean
  /** False until there are fields to fill in. */
  isReady?: boolean
}

export function PayButton({ amount, isPaying, isReady = true }: PayButtonProps) {
  return (
    <>
      <Button
        type="submit"
        size="lg"
        block
        disabled={!isReady}
        pending={isPaying}
        pendingLabel="Processing..."
      >
        Pay {amount}
      </Button>
      <p className="flex items-start gap-2 text-small text-ink-2">
        <Lock className="icon-sm mt-0.5" />
        Card details go straight to the payment provider.
      </p>
    </>
  )
}
