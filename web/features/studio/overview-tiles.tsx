// Subscribers, recurring revenue, churn and the balance, in words.
import type { Studio } from '#shared/contracts/studio.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { dollars } from '#web/lib/money-and-dates.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KeyTiles, type Tile } from './key-tiles.tsx'
import { useBalance } from './queries.ts'
import { percent, rangeText } from './percent-text.ts'

export function OverviewTiles({ studio }: { studio: Studio }) {
  return <KeyTiles tiles={[...countTiles(studio), useBalanceTile()]} />
}

export const subscribersIn = ({ states }: Pick<Studio, 'states'>): number =>
  Object.values(states).reduce((sum, count) => sum + count, 0) - states.ended

function countTiles(studio: Studio): Tile[] {
  const { states, recurring, last30Days: last } = studio
  const subscribers = subscribersIn(studio)
  return [
    {
      label: 'Subscribers',
      value: formatCount(subscribers),
      note: `${formatCount(last.started + last.returned)} joined, ${formatCount(last.left)} left in 30 days`,
      meaning: `All current subscriptions. ${statesText(states)} “Joined” are first payments and people who came back.`,
    },
    {
      label: 'Monthly recurring revenue',
      value: dollars(recurring.grossInCents),
      note: `You get ${dollars(recurring.netInCents)}`,
      meaning:
        'What those who renew pay a month, each at the price they agreed to. Canceled, past-due, paused, refunded and disputed subscriptions aren’t counted. You get the rest after our fee.',
    },
    {
      label: 'Churn, 30 days',
      value: last.churn ? percent(last.churn.rate) : '—',
      note: last.churn
        ? `${formatCount(last.lost)} of ${formatCount(last.atStart)}, likely ${rangeText(last.churn)}`
        : 'Nobody subscribed 30 days ago',
      meaning:
        'Of those who were subscribers 30 days ago, the share whose subscription has ended since. A cancellation counts when its paid month is over. The range is where the true rate likely lies (95%): the fewer subscribers, the wider.',
    },
  ]
}

const STATES = [
  ['renewing', 'renew'],
  ['ending', 'are canceled but still active'],
  ['due', 'are past due'],
  ['paused', 'are paused'],
  ['refunded', 'had this month refunded'],
] as const

/** "Now: 40 renew, 3 are canceled but still active." */
function statesText(states: Studio['states']): string {
  const parts = STATES.filter(([state]) => states[state] > 0).map(
    ([state, words]) => `${formatCount(states[state])} ${words}`,
  )
  return parts.length === 0 ? '' : `Now: ${parts.join(', ')}.`
}

function useBalanceTile(): Tile {
  const { data, isPending } = useBalance()
  const isKnown = data !== undefined && data.availableInCents !== null && data.pendingInCents !== null
  return {
    label: 'Your balance',
    value: isPending ? (
      <Skeleton className="my-1.5 w-20" />
    ) : isKnown ? (
      dollars((data.availableInCents ?? 0) + (data.pendingInCents ?? 0))
    ) : (
      '—'
    ),
    note: isPending
      ? 'Asking the payment provider'
      : isKnown
        ? 'On its way to your bank'
        : data?.hasAccount === false
          ? 'Once payouts are set up'
          : 'The payment provider isn’t responding',
    meaning:
      'What the payment provider holds for you now, and sends to your bank with the next payouts. Refunds and disputes are taken off.',
  }
}
