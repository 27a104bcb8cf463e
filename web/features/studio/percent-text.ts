// Ratios as text: "15.2%", and a range in whole percents.
import type { StudioMonth } from '#shared/contracts/studio.ts'

const TENTHS = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const WHOLE = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

export const percent = (ratio: number): string => TENTHS.format(ratio)

/** "8% to 28%". */
export const rangeText = ({ low, high }: NonNullable<StudioMonth['churn']>): string =>
  `${WHOLE.format(low)} to ${WHOLE.format(high)}`
