// Allocation: how the portfolio is spread over its holdings and cash, as a bar and as the table below it.
import type { HoldingSummary } from '#shared/contracts/portfolio.ts'
import { Allocation, AllocationDot } from '#web/ui/allocation.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { Table } from '#web/ui/table.tsx'
import { allocationOf, owedText } from './weights.ts'

export type AllocationCardProps = { holdings: readonly HoldingSummary[]; cashWeight: string | null }

/** Nothing at all where no weight is known. */
export function AllocationCard({ holdings, cashWeight }: AllocationCardProps) {
  const parts = allocationOf(holdings, cashWeight)
  const owed = owedText(parts)
  if (parts.length === 0) return null
  const percentOf = (percent: number) => `${percent.toFixed(1)}%`
  return (
    <CardList as="section" aria-labelledby="allocation">
      <CardHead>
        <h2 id="allocation" className="text-title font-strong">
          Allocation
        </h2>
      </CardHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pt-4 pb-2 md:px-6">
        <Allocation
          parts={parts}
          label={`${parts.map(({ name, percent }) => `${name} ${percentOf(percent)}`).join(', ')}.`}
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
              percentOf(percent),
            ],
          }))}
        />
        {owed !== undefined && <p className="pb-2 text-caption text-pretty text-ink-2">{owed}</p>}
      </div>
    </CardList>
  )
}
