// The yearly result against its mix as a bar around zero.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { rangeText } from './format.ts'

export function YearlyRange({ paper }: { paper: NonNullable<PersonRecord['paper']> }) {
  const [low, middle, high] = [Number(paper.low), Number(paper.mean), Number(paper.high)]
  const reach = 1.15 * Math.max(Math.abs(low), Math.abs(high))
  return <RangeBar {...{ low, middle, high }} from={-reach} to={reach} label={rangeText(paper)} />
}
