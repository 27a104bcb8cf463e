// How the weights of holdings are read, and put together for a bar that has room for few.
import type { HoldingSummary } from '#shared/contracts/portfolio.ts'
import type { AllocationPart } from '#web/ui/allocation.tsx'

/** "24.1%"; undefined where the weight is not known. */
export function weightOf(weight: string): string | undefined {
  const percent = Number.parseFloat(weight)
  return Number.isNaN(percent) ? undefined : `${percent.toFixed(1).replace('-', '−')}%`
}

/** More than these many parts would be slivers. */
const PARTS = 10

export type NamedPart = AllocationPart & { name: string }

/**
 * What is owned, cash with it, the largest first; what has no room becomes one part at the end. None where nothing is
 * held but cash.
 */
export function allocationOf(holdings: readonly HoldingSummary[], cashWeight: string | null): NamedPart[] {
  const held: NamedPart[] = holdings
    .map(({ ticker, companyName, weight }) => ({
      ticker,
      name: companyName || ticker,
      percent: Number.parseFloat(weight),
    }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (held.length === 0) return []
  const percent = Number.parseFloat(cashWeight ?? '')
  const cash: NamedPart[] = percent > 0 ? [{ ticker: null, isCash: true, name: 'Cash', percent }] : []
  const room = PARTS - cash.length
  const hasRoom = held.length <= room
  const small = hasRoom ? [] : held.slice(room - 1)
  const large = [...(hasRoom ? held : held.slice(0, room - 1)), ...cash].toSorted(
    (a, b) => b.percent - a.percent,
  )
  if (hasRoom) return large
  return [...large, { ticker: null, name: `${small.length} others`, percent: sumOf(small) }]
}

const sumOf = (parts: readonly { percent: number }[]) => parts.reduce((sum, { percent }) => sum + percent, 0)

/** Why the parts are more than the whole: what is owed besides. Undefined where nothing is. */
export function owedText(parts: readonly AllocationPart[]): string | undefined {
  const sum = sumOf(parts)
  // Weights have one decimal.
  if (sum < 100.05) return undefined
  return `Together ${sum.toFixed(1)}% of the account’s value: shares sold short and borrowed cash, ${(sum - 100).toFixed(1)}%, are owed.`
}
