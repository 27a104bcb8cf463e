// Later signals beside one signal: by its author about the same ticker, and by others.
import type { Signal } from '#shared/contracts/signals.ts'
import { headerInitials, signedName } from '#shared/rules/people.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { useSignalsAbout } from './queries.ts'
import { type SignalCardProps, SignalRow } from './signal-card.tsx'
import { DISCLAIMER_OF_ROWS, labelOf, PAID_PROMOTION } from './signal-labels.ts'

type LaterSignalsProps = { signals: readonly Signal[]; Outcome: SignalCardProps['Outcome'] }

/** Empty without signals. */
export function LaterSignals({ signals, Outcome }: LaterSignalsProps) {
  if (signals.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="later-signals">
      <CardHead>
        <h2 id="later-signals" className="text-title font-strong">
          Same author, same ticker, later
        </h2>
      </CardHead>
      {signals.map((signal) => (
        <SignalRow key={signal.id} signal={signal} Outcome={Outcome} />
      ))}
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">{DISCLAIMER_OF_ROWS}</p>
    </CardList>
  )
}

const OTHERS = 3

/**
 * The newest signal of each other author who recently wrote about the ticker. Empty without any, or while they load.
 */
export function OthersOnTicker({ ticker, authorId }: { ticker: string; authorId: string }) {
  const all = useSignalsAbout(ticker).data?.pages[0]?.items ?? []
  const others = all.filter(
    ({ userId }, place) =>
      userId !== authorId && all.findIndex((newest) => newest.userId === userId) === place,
  )
  if (others.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="others-on-ticker">
      <CardHead>
        <h2 id="others-on-ticker" className="text-title font-strong wrap-anywhere">
          Others on ${ticker}
        </h2>
      </CardHead>
      <ul className="divide-y divide-line">
        {others.slice(0, OTHERS).map(({ id, author, signalType, details, createdAt }) => (
          <ListRow
            key={id}
            lead={
              <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
            }
            title={
              <a href={paths.signal(id)} className="underline-offset-[0.2em] hover:underline">
                {signedName(author)}
              </a>
            }
            sub={[
              details?.promotion && PAID_PROMOTION,
              signalType && labelOf(signalType),
              longDate(createdAt),
            ]
              .filter(Boolean)
              .join(', ')}
          />
        ))}
      </ul>
      <p className="px-4 py-2 md:px-6">
        <a href={paths.ticker(ticker)} className="link inline-flex min-h-9 items-center text-small">
          All signals on ${ticker}
        </a>
      </p>
    </CardList>
  )
}
