// The Current Holdings card: each holding and the cash, with weight and return since purchase, in percentages
// only.
import { Banknote } from 'lucide-react'
import { dayText } from '#shared/rules/dates.ts'
import type { HoldingSummary } from '#shared/contracts/portfolio.ts'
import { signedPercent, withMinusSign } from '#shared/rules/percent.ts'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { TickerAvatar } from '#web/ui/ticker-avatar.tsx'
import { ListRow, RowFigure } from '#web/ui/list-row.tsx'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { counted } from '../format.ts'

type HoldingsProps = { holdings: readonly HoldingSummary[]; cashWeight: string | null }

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
          <HoldingItem key={holding.id} {...holding} />
        ))}
        {cashWeight !== null && <CashItem weight={cashWeight} />}
      </ul>
    </CardList>
  )
}

function HoldingItem({ ticker, companyName, percentReturn, weight, spark, ...notes }: HoldingSummary) {
  const { noPriceSince, isAtIntrinsic } = notes
  const weightText = formatWeight(weight)
  const isNamed = companyName !== '' && companyName !== ticker
  return (
    <ListRow
      lead={<TickerAvatar ticker={ticker} />}
      title={companyName || ticker}
      sub={
        <span className="tabular-nums">
          {isNamed && ticker}
          {weightText !== undefined && (
            <span className="md:hidden">
              {isNamed && ' · '}
              {weightText}
            </span>
          )}
          {noPriceSince !== null && <span className="block">No price since {dayText(noPriceSince)}</span>}
          {isAtIntrinsic && <span className="block">At intrinsic value</span>}
        </span>
      }
      end={
        <span className="flex items-center gap-2 md:gap-5">
          <span className="hidden w-21 md:block">
            {weightText !== undefined && (
              <RowFigure value={<span className="font-regular">{weightText}</span>} note="of portfolio" />
            )}
          </span>
          <span className="hidden w-11 min-[24rem]:block md:w-24">
            <Sparkline values={spark} label={sparklineLabel(spark)} />
          </span>
          <span className="w-21">
            <RowFigure
              value={withMinusSign(percentReturn)}
              note="since purchase"
              tone={returnTone(percentReturn)}
            />
          </span>
        </span>
      }
    />
  )
}

/** Cash has a weight, but no price and no return. */
function CashItem({ weight }: { weight: string }) {
  const weightText = formatWeight(weight)
  if (weightText === undefined) return null
  return (
    <ListRow
      lead={
        <span className="grid size-11 flex-none place-items-center rounded-full bg-sunken text-ink-2 forced-colors:border">
          <Banknote aria-hidden="true" className="icon" />
        </span>
      }
      title={weight.startsWith('-') ? 'Borrowed cash' : 'Cash'}
      sub={<span className="tabular-nums md:hidden">{weightText}</span>}
      end={
        <span className="flex items-center gap-2 md:gap-5">
          <span className="hidden w-21 md:block">
            <RowFigure value={<span className="font-regular">{weightText}</span>} note="of portfolio" />
          </span>
          <span className="hidden md:block md:w-24" />
          <span className="hidden w-21 md:block" />
        </span>
      }
    />
  )
}

/** "24.1%"; undefined if the weight isn’t known. */
function formatWeight(weight: string): string | undefined {
  const percent = Number.parseFloat(weight)
  return Number.isNaN(percent) ? undefined : withMinusSign(`${percent.toFixed(1)}%`)
}

/** Depends on the sign alone, so "+0.0%" is green (spec section 2). */
const returnTone = (percent: string) =>
  percent.includes('+') ? 'gain' : percent.includes('-') ? 'loss' : 'flat'

/** The server sends about three months of closes. */
const sparklineLabel = (spark: readonly number[]) =>
  `Price over the last three months: ${withMinusSign(signedPercent(spark.at(-1) ?? 0))}`
