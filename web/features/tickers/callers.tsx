// The people who post about a ticker: the number of signals of each type, the last one, and their menu.
import { useState } from 'react'
import type { PricePeriod, TickerCalls } from '#shared/contracts/tickers.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, signedName } from '#shared/rules/people.ts'
import { labelOf } from '#web/features/signals/signal-labels.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { PersonMenu } from '#web/lib/person-menu.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { ShowAllButton } from '#web/ui/show-all-button.tsx'
import { countsText, totalOf } from './signal-marks.ts'

const FOLDED_ROWS = 4
const IN_PERIOD = {
  '1M': 'in the last month',
  '6M': 'in the last 6 months',
  '1Y': 'in the last year',
  All: 'in the last 10 years',
}

type CallersProps = { calls: TickerCalls | undefined; period: PricePeriod }

/** Empty while they load, and without posts in the period. */
export function Callers({ calls, period }: CallersProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (!calls || calls.callers.length === 0) return null
  const { callers, days, isCapped } = calls
  const total = totalOf(days)
  return (
    <CardList as="section" aria-labelledby="callers">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="callers" className="text-title font-strong">
            Who posts on it
          </h2>
          <p className="text-small text-pretty text-ink-2">
            {isCapped
              ? `The newest ${formatCount(total.buy + total.sell + total.comment)} signals`
              : countsText(total)}{' '}
            {IN_PERIOD[period]}. Newest first.
          </p>
        </div>
      </CardHead>
      <ul className="divide-y divide-line">
        {(showsAll ? callers : callers.slice(0, FOLDED_ROWS)).map(({ author, last, ...counts }) => (
          <ListRow
            key={author.id}
            lead={
              <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
            }
            title={
              <a href={paths.profile(author.username)} className="underline-offset-[0.2em] hover:underline">
                {signedName(author)}
              </a>
            }
            sub={countsText(counts)}
            end={
              <>
                <a
                  href={paths.signal(last.id)}
                  className="grid min-h-9 content-center rounded-badge text-right text-small text-ink-2 underline-offset-[0.2em] hover:underline"
                >
                  <span>{labelOf(last.signalType)}</span>
                  <span>{longDate(last.createdAt)}</span>
                </a>
                <PersonMenu person={author} className="-mr-2" />
              </>
            }
          />
        ))}
      </ul>
      {callers.length > FOLDED_ROWS && <ShowAllButton showsAll={showsAll} onChange={setShowsAll} />}
      <p className="px-4 py-3 text-small text-ink-3 md:px-6">
        Premium signals that you can’t read aren’t shown or counted.
      </p>
    </CardList>
  )
}
