// The Allocation card: the weights of holdings and cash as a bar, with a table below it; folded on phones.
import type { HoldingSummary } from '#shared/contracts/portfolio.ts'
import { Allocation, AllocationDot, type AllocationPart } from '#web/ui/allocation.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Table } from '#web/ui/table.tsx'

type AllocationCardProps = { holdings: readonly HoldingSummary[]; cashWeight: string | null }

/**
 * Empty if no weight is known. On phones, the weights are folded: the rows of the holdings have them, too.
 */
export function AllocationCard({ holdings, cashWeight }: AllocationCardProps) {
  const isWide = useMediaQuery(WIDE)
  const parts = allocationOf(holdings, cashWeight)
  const [largest] = parts
  if (!largest) return null
  return (
    <CardList as="section" aria-labelledby="allocation">
      <CardHead>
        <h2 id="allocation" className="text-title font-strong">
          Allocation
        </h2>
        <span className="text-small text-ink-2 tabular-nums">
          Largest: {largest.ticker ?? largest.name} {formatPercent(largest.percent)}
        </span>
      </CardHead>
      <div className={classes('px-4 md:px-6', isWide ? 'pt-4 pb-2' : 'py-1')}>
        {isWide ? (
          <Weights parts={parts} />
        ) : (
          <Disclosure label="Show weights">
            <Weights parts={parts} />
          </Disclosure>
        )}
      </div>
    </CardList>
  )
}

/** `--breakpoint-md`. */
const WIDE = '(min-width: 48rem)'

const formatPercent = (percent: number) => `${percent.toFixed(1)}%`

function Weights({ parts }: { parts: readonly AllocationEntry[] }) {
  const borrowedNote = borrowedText(parts)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Allocation
        parts={parts}
        label={`${parts.map(({ name, percent }) => `${name} ${formatPercent(percent)}`).join(', ')}.`}
      />
      <Table
        caption="Allocation, largest first"
        heads={['Holding', 'Weight']}
        rows={parts.map(({ ticker, name, percent }, index) => ({
          key: ticker ?? name,
          cells: [
            <span key="name" className="inline-flex items-center gap-2">
              <AllocationDot parts={parts} index={index} />
              {ticker ?? name}
            </span>,
            formatPercent(percent),
          ],
        }))}
      />
      {borrowedNote !== undefined && (
        <p className="pb-2 text-caption text-pretty text-ink-2">{borrowedNote}</p>
      )}
    </div>
  )
}

/** With more parts, the smallest would be too thin to see. */
const PARTS_MAX = 10

type AllocationEntry = AllocationPart & { name: string }

/**
 * The holdings and the cash, largest first. Beyond `PARTS_MAX` the smallest become one part at the end. Empty
 * if there is only cash.
 */
export function allocationOf(
  holdings: readonly HoldingSummary[],
  cashWeight: string | null,
): AllocationEntry[] {
  const held: AllocationEntry[] = holdings
    .map(({ ticker, companyName, weight }) => ({
      ticker,
      name: companyName || ticker,
      percent: Number.parseFloat(weight),
    }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (held.length === 0) return []
  const percent = Number.parseFloat(cashWeight ?? '')
  const cash: AllocationEntry[] = percent > 0 ? [{ ticker: null, isCash: true, name: 'Cash', percent }] : []
  const slots = PARTS_MAX - cash.length
  const fits = held.length <= slots
  const small = fits ? [] : held.slice(slots - 1)
  const large = [...(fits ? held : held.slice(0, slots - 1)), ...cash].toSorted(
    (a, b) => b.percent - a.percent,
  )
  if (fits) return large
  return [...large, { ticker: null, name: `${small.length} others`, percent: sumOf(small) }]
}

const sumOf = (parts: readonly { percent: number }[]) => parts.reduce((sum, { percent }) => sum + percent, 0)

/** Explains why the parts exceed 100%. Undefined if they don't. */
export function borrowedText(parts: readonly AllocationPart[]): string | undefined {
  const sum = sumOf(parts)
  // Weights have one decimal.
  if (sum < 100.05) return undefined
  return `Together ${sum.toFixed(1)}% of the account’s value: shares sold short and borrowed cash, ${(sum - 100).toFixed(1)}%, are owed.`
}
