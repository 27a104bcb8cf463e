// How the people who trade a ticker did on it: their average lead over SPY, best first.
import type { TickerCalls } from '#shared/contracts/tickers.ts'
import { TRADES_ON_TICKER_MIN } from '#shared/limits.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { directionOf, pointsOf, signedPercent } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type RecordsOnProps = {
  ticker: string
  calls: TickerCalls | undefined
  /** The address of a person's page. */
  pathOf: (username: string) => string
}

/** Empty if nobody has enough trades on the ticker. */
export function RecordsOn({ ticker, calls, pathOf }: RecordsOnProps) {
  const records = (calls?.callers ?? [])
    .flatMap(({ author, trades }) => (trades ? [{ author, ...trades }] : []))
    .toSorted((a, b) => Number(b.meanExcess) - Number(a.meanExcess))
  if (records.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="records-on">
      <CardHead>
        <div className="grid gap-1">
          <h2 id="records-on" className="text-title font-strong">
            Records on ${ticker}
          </h2>
          <p className="text-small text-pretty text-ink-2">
            Ahead of SPY per trade. At least {TRADES_ON_TICKER_MIN} trades.
          </p>
        </div>
      </CardHead>
      <ul className="divide-y divide-line">
        {records.map(({ author, count, meanExcess }) => (
          <ListRow
            key={author.id}
            lead={
              <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
            }
            title={
              <bdi>
                <a href={pathOf(author.username)} className="underline-offset-[0.2em] hover:underline">
                  {nameOf(author)}
                </a>
              </bdi>
            }
            sub={
              <>
                {count} trades ·{' '}
                <TextLink href={paths.statements(author.username, ticker)}>Last 12 months</TextLink>
              </>
            }
            end={
              <span className="grid text-right tabular-nums">
                <span className={`font-strong ${TONE[directionOf(signedPercent(Number(meanExcess)))]}`}>
                  {pointsOf(meanExcess)}
                </span>
                <span className="text-small text-ink-2">average</span>
              </span>
            }
          />
        ))}
      </ul>
    </CardList>
  )
}

const TONE = { gain: 'text-gain', loss: 'text-loss', flat: '' }
