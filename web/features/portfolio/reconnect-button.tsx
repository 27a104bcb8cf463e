// Goes to the page where a connection that broke is mended.
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { Connection } from '#shared/contracts/portfolio.ts'
import { useReconnect } from './connection-queries.ts'

export type ReconnectButtonProps = {
  connection: Connection
  variant?: ButtonProps['variant']
  /** Says which one it is, where there may be several. */
  isNamed?: boolean
}

export function ReconnectButton({
  connection: { id, broker },
  variant,
  isNamed = false,
}: ReconnectButtonProps) {
  const { reconnect, isLeaving } = useReconnect()
  return (
    <Button
      size="sm"
      variant={variant}
      pending={isLeaving}
      pendingLabel="Opening..."
      {...(isNamed && { 'aria-label': `Reconnect ${broker}` })}
      onClick={() => reconnect(id)}
    >
      Reconnect
    </Button>
  )
}
