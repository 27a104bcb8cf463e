// A ticker for visitors: the free signals about it, their results, and who posted them.
import type { NamedTicker, TickerCalls, TickerPrices } from '#shared/contracts/tickers.ts'
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { dayText } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { counted, toneOf } from '#web/features/record/format.ts'
import { dollars } from '#web/features/tickers/format.ts'
import { RecordsOn } from '#web/features/tickers/records-on.tsx'
import { marksOf } from '#web/features/tickers/signal-marks.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card, CardHead, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { JoinCard, PublicFrame } from './frame.tsx'
import { ReturnsChart } from './returns-chart.tsx'
import { type ListedTrade, Trades } from './trades.tsx'

export type TickerPageProps = {
  frame: VisitorFrame
  ticker: NamedTicker
  calls: TickerCalls
  /** Null where prices may not be shown. */
  prices: TickerPrices | null
  trades: ListedTrade[]
  older: string | null
  isOlder: boolean
  isSample: boolean
}

export function TickerPage({
  frame,
  ticker: { ticker, name },
  calls,
  prices,
  isSample,
  isOlder,
  ...list
}: TickerPageProps) {
  return (
    <PublicFrame
      signupMode={frame.signupMode}
      beside={
        <>
          <RecordsOn ticker={ticker} calls={calls} pathOf={publicPaths.person} />
          <Callers ticker={ticker} calls={calls} />
          <JoinCard signupMode={frame.signupMode} title={`Watch $${ticker}`} action="Join to watch">
            New signals in your feed, and how earlier ones did.
          </JoinCard>
        </>
      }
    >
      <Card as="section" aria-labelledby="ticker" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h1 id="ticker" className="text-heading font-strong wrap-anywhere">
              ${ticker} {name !== ticker && <span className="text-lead font-medium text-ink-2">{name}</span>}
            </h1>
            {isSample && <SampleBadge />}
          </div>
          {prices?.latest && <LastClose latest={prices.latest} />}
        </div>
        {prices && <Prices ticker={ticker} prices={prices} calls={calls} />}
      </Card>
      <Trades
        title={`Signals on $${ticker}`}
        about={`${callsText(calls)} In order, losers included.`}
        empty={`Nobody has posted a free signal about $${ticker} yet.`}
        newest={isOlder ? publicPaths.ticker(ticker) : null}
        {...list}
      />
      <p className="text-small text-ink-2">Premium signals aren’t shown or counted here until they open.</p>
    </PublicFrame>
  )
}

type Latest = NonNullable<TickerPrices['latest']>

const LastClose = ({ latest: { close, day, change } }: { latest: Latest }) => (
  <>
    <p className="text-display font-strong tabular-nums">{dollars(close)}</p>
    <p className="text-small text-ink-2 tabular-nums">
      Close of {dayText(day)}
      {change !== null && (
        <>
          {' · '}
          <span className={toneOf(change)}>{percentOf(change)}</span>
        </>
      )}
    </p>
  </>
)

type PricesProps = { ticker: string; prices: TickerPrices; calls: TickerCalls }

function Prices({ ticker, prices: { points }, calls }: PricesProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  const marks = marksOf(calls.days, { first: first.day, last: last.day })
  const market = last.benchmark === null ? '' : `, SPY ${percentOf(last.benchmark)}`
  return (
    <>
      <ReturnsChart
        points={points}
        names={{ own: ticker, benchmark: 'SPY' }}
        note="six months"
        marks={marks}
        title={`${ticker} against SPY since ${dayText(first.day)}`}
        description={`${ticker} ${percentOf(last.own)}${market} by ${dayText(last.day)}. ${marks
          .map(({ label, day }) => `${label} on ${dayText(day)}.`)
          .join(' ')}`}
      />
      {marks.length > 0 && (
        <p className="text-caption text-ink-3">
          Flag up: buy. Flag down: sell. Flag level: comment. Placed on the day of the post.
        </p>
      )}
    </>
  )
}

/** "Last 12 months: 41 buys, 9 sells, 17 comments by 12 people." */
export function callsText({ days, callers, isCapped }: TickerCalls): string {
  const sum = (kind: 'buy' | 'sell' | 'comment') => days.reduce((all, day) => all + day[kind], 0)
  if (days.length === 0) return 'No free signal in the last 12 months.'
  const counts = [
    counted(sum('buy'), 'buy'),
    counted(sum('sell'), 'sell'),
    counted(sum('comment'), 'comment'),
  ].join(', ')
  const people = callers.length === 1 ? '1 person' : `${callers.length} people`
  return `Last 12 months${isCapped ? ', the newest' : ''}: ${counts} by ${people}.`
}

/** Empty without callers. */
function Callers({ ticker, calls: { callers } }: { ticker: string; calls: TickerCalls }) {
  if (callers.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="callers">
      <CardHead>
        <h2 id="callers" className="text-title font-strong">
          Who posts on ${ticker}
        </h2>
      </CardHead>
      <ul className="divide-y divide-line">
        {callers.map(({ author, buy, sell, comment }) => (
          <ListRow
            key={author.id}
            lead={
              <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
            }
            title={
              <bdi>
                <a href={publicPaths.person(author.username)} className="hover:underline">
                  {nameOf(author)}
                </a>
              </bdi>
            }
            sub={[
              buy > 0 && counted(buy, 'buy'),
              sell > 0 && counted(sell, 'sell'),
              comment > 0 && counted(comment, 'comment'),
            ]
              .filter(Boolean)
              .join(', ')}
          />
        ))}
      </ul>
    </CardList>
  )
}
