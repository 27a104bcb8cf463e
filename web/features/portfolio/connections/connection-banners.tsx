// Banners about connections: broken, ended, delayed, or the result of signing in at a broker; and the
// reconnect button.
import { Clock, Unplug } from 'lucide-react'
import type { Connection } from '#shared/contracts/portfolio-accounts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { RedirectResult } from './use-redirect-result.ts'
import { useReconnect } from './provider-redirect.ts'

export const BrokenBanners = ({ connections }: { connections: readonly Connection[] }) =>
  connections
    .filter(({ state }) => state === 'broken' || state === 'ended')
    .map((connection) => (
      <Banner
        key={connection.id}
        tone="loss"
        icon={Unplug}
        title={
          connection.state === 'ended'
            ? `Your connection to ${connection.broker} was ended by the broker.`
            : `Your connection to ${connection.broker} needs you to sign in again.`
        }
        {...(connection.state === 'broken' && { action: <ReconnectButton connection={connection} /> })}
      >
        {connection.syncedAt
          ? `Figures are as of ${longDate(connection.syncedAt)}.`
          : 'We haven’t been able to read any data from it.'}
        {connection.state === 'ended' && ' Disconnect it under Accounts, then connect it again.'}
      </Banner>
    ))

/** Only for a page that shows figures of other accounts; without figures, `NoHoldings` shows the reason. */
export const DelayedBanners = ({ connections }: { connections: readonly Connection[] }) =>
  connections
    .filter(({ state, trouble: delayReason }) => state === 'reading' && delayReason !== null)
    .map(({ id, broker, trouble: delayReason }) => (
      <Banner key={id} tone="caution" icon={Clock} title={`${broker} isn’t included in these figures yet.`}>
        {delayReason}
      </Banner>
    ))

export function RedirectResultBanner({ result }: { result: RedirectResult | undefined }) {
  const connectHref = useDialogHref('connect-broker')
  if (!result || result.isSignedOut) return null
  const refresh = (
    <Button size="sm" variant="outline" onClick={result.refetch}>
      Refresh
    </Button>
  )
  switch (result.kind) {
    case 'loading':
      return <Banner role="status">Finding your connection…</Banner>
    case 'error':
      return (
        <Banner tone="caution" role="alert" title="Couldn’t look up your connection" action={refresh}>
          If you signed in at your broker, nothing is lost.
        </Banner>
      )
    case 'missing':
      return (
        <Banner tone="caution" role="alert" title="Your broker can't be reached yet" action={refresh}>
          You’re signed in, but we don’t have access to your accounts yet. It usually takes a minute.
        </Banner>
      )
    case 'failed':
      return (
        <Banner
          tone="loss"
          role="alert"
          title="Couldn’t connect your broker"
          action={
            !result.isReconnecting && (
              <Button asChild size="sm" variant="outline">
                <a href={connectHref}>Try again</a>
              </Button>
            )
          }
        >
          The broker refused the sign-in, or it was interrupted. Nothing has changed. Check your details there
          and try again, or import a file.{result.errorCode !== undefined && ` (Code ${result.errorCode})`}
        </Banner>
      )
    case 'connected':
    case 'reconnected':
    case 'none':
    case undefined:
      return null
  }
}

type ReconnectButtonProps = {
  connection: Connection
  variant?: ButtonProps['variant']
  /** Adds the broker to the accessible name, for a page that may show several of these buttons. */
  isNamed?: boolean
}

export function ReconnectButton({
  connection: { id, broker },
  variant,
  isNamed = false,
}: ReconnectButtonProps) {
  const { reconnect, isRedirecting } = useReconnect()
  return (
    <Button
      size="sm"
      variant={variant}
      pending={isRedirecting}
      pendingLabel="Opening..."
      {...(isNamed && { 'aria-label': `Reconnect ${broker}` })}
      onClick={() => reconnect(id)}
    >
      Reconnect
    </Button>
  )
}
