// How the weights of holdings are read, and put together for a bar that has room for few.
import type { HoldingPicture } from '#shared/contracts/portfolio.ts'
import type { AllocationPart } from '#web/ui/allocation.tsx'

/** "24.1%"; undefined where the weight is not known. */
export function weightOf(weight: string): string | undefined {
  const percent = Number.parseFloat(weight)
  return Number.isNaN(percent) ? undefined : `${percent.toFixed(1).replace('-', '−')}%`
}

/** More than these many parts would be slivers. */
const PARTS = 10

/** The largest first; what has no room becomes one part at the end, with the number of holdings in it. */
export function allocationOf(
  holdings: readonly HoldingPicture[],
): (AllocationPart & { name: string; holdings: number })[] {
  const parts = holdings
    .map(({ ticker, companyName, weight }) => ({
      ticker,
      name: companyName || ticker,
      percent: Number.parseFloat(weight),
      holdings: 1,
    }))
    .filter(({ percent }) => percent > 0)
    .toSorted((a, b) => b.percent - a.percent)
  if (parts.length <= PARTS) return parts
  const small = parts.slice(PARTS - 1)
  const percent = small.reduce((sum, part) => sum + part.percent, 0)
  return [
    ...parts.slice(0, PARTS - 1),
    { ticker: null, name: `${small.length} others`, percent, holdings: small.length },
  ]
}
