// Above everything else: connections that bring nothing new until their owner signs in again, or brought nothing yet.
import { Clock, Unplug } from 'lucide-react'
import type { Connection } from '#shared/contracts/portfolio.ts'
import { Banner } from '#web/ui/banner.tsx'
import { momentText } from './portfolio-words.ts'
import { ReconnectButton } from './reconnect-button.tsx'

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
          ? `Figures are as of ${momentText(connection.syncedAt)}.`
          : 'We haven’t been able to read any data from it.'}
        {connection.state === 'ended' && ' Disconnect it under Accounts, then connect it again.'}
      </Banner>
    ))

/** Beside figures of other accounts; where there are none, the place they would stand in says it. */
export const WaitingBanners = ({ connections }: { connections: readonly Connection[] }) =>
  connections
    .filter(({ state, trouble }) => state === 'reading' && trouble !== null)
    .map(({ id, broker, trouble }) => (
      <Banner key={id} tone="caution" icon={Clock} title={`${broker} isn’t included in these figures yet.`}>
        {trouble}
      </Banner>
    ))
