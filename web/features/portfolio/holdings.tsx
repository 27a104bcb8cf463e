// Current Holdings: what is held, cash with it, how much of the whole it is, and how it went since it was bought; percent only.
import { dayText } from '#shared/rules/dates.ts'
import { Banknote } from 'lucide-react'
import type { HoldingSummary } from '#shared/contracts/portfolio.ts'
import { signedPercent } from '#shared/rules/percent.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { TickerAvatar } from '#web/ui/ticker-avatar.tsx'
import { ListRow, RowFigure } from '#web/ui/list-row.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { counted, drawn } from './portfolio-words.ts'
import { weightOf } from './weights.ts'

export type HoldingsProps = { holdings: readonly HoldingSummary[]; cashWeight: string | null }

export function Holdings({ holdings, cashWeight }: HoldingsProps) {
  return (
    <CardList as="section" aria-labelledby="current-holdings">
      <CardHead>
        <h2 id="current-holdings" className="text-title font-strong">
          Current Holdings
        </h2>
        <span className="text-small text-ink-2 tabular-nums">{counted(holdings.length, 'position')}</span>
      </CardHead>
      <ul className="divide-y divide-line">
        {holdings.map((holding) => (
          <Row key={holding.id} {...holding} />
        ))}
        {cashWeight !== null && <CashRow weight={cashWeight} />}
      </ul>
    </CardList>
  )
}

function Row({ ticker, companyName, percentReturn, weight, spark, noPriceSince }: HoldingSummary) {
  const share = weightOf(weight)
  const isNamed = companyName !== '' && companyName !== ticker
  return (
    <ListRow
      lead={<TickerAvatar ticker={ticker} />}
      title={companyName || ticker}
      sub={
        <span className="tabular-nums">
          {isNamed && ticker}
          {share !== undefined && (
            <span className="md:hidden">
              {isNamed && ' · '}
              {share}
            </span>
          )}
          {noPriceSince !== null && <span className="block">No price since {dayText(noPriceSince)}</span>}
        </span>
      }
      end={
        <span className="flex items-center gap-2 md:gap-5">
          <span className="hidden w-21 md:block">
            {share !== undefined && (
              <RowFigure value={<span className="font-regular">{share}</span>} note="of portfolio" />
            )}
          </span>
          <span className="hidden w-11 min-[24rem]:block md:w-24">
            <Sparkline values={spark} label={lately(spark)} />
          </span>
          <span className="w-21">
            <RowFigure value={drawn(percentReturn)} note="since purchase" tone={toneOf(percentReturn)} />
          </span>
        </span>
      }
    />
  )
}

/** Cash has a weight, and neither a price nor a return. */
function CashRow({ weight }: { weight: string }) {
  const share = weightOf(weight)
  if (share === undefined) return null
  return (
    <ListRow
      lead={
        <span className="grid size-11 flex-none place-items-center rounded-full bg-sunken text-ink-2 forced-colors:border">
          <Banknote aria-hidden="true" className="icon" />
        </span>
      }
      title={weight.startsWith('-') ? 'Borrowed cash' : 'Cash'}
      sub={<span className="tabular-nums md:hidden">{share}</span>}
      end={
        <span className="flex items-center gap-2 md:gap-5">
          <span className="hidden w-21 md:block">
            <RowFigure value={<span className="font-regular">{share}</span>} note="of portfolio" />
          </span>
          <span className="hidden md:block md:w-24" />
          <span className="hidden w-21 md:block" />
        </span>
      }
    />
  )
}

/** Spec section 2: by the sign alone, so that "+0.0%" is green. */
const toneOf = (percent: string) =>
  percent.startsWith('+') ? 'gain' : percent.startsWith('-') ? 'loss' : 'flat'

/** What the line shows: about three months of closes. */
const lately = (spark: readonly number[]) =>
  `Price over the last three months: ${drawn(signedPercent(spark.at(-1) ?? 0))}`
