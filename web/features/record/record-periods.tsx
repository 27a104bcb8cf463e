// The yearly result of a paper portfolio since its first day, and of the last year, five and ten years where
// they exist.
import type { RecordDays } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { YEAR, yearlyExcess } from '#shared/rules/yearly-excess.ts'
import { percentOf } from '#shared/rules/percent.ts'

const PERIODS = [
  { name: 'Last year', years: 1 },
  { name: 'Last 5 years', years: 5 },
  { name: 'Last 10 years', years: 10 },
] as const

/** The whole period comes first. Empty for a record of at most a year. */
export function periodsOf(days: RecordDays['days']) {
  const values = days.map(({ places, excess }) => ({ places: Number(places), excess: Number(excess) }))
  const longer = PERIODS.filter(({ years }) => days.length > years * YEAR)
  const [first] = days
  if (!first || longer.length === 0) return []
  return [{ name: `Since ${dayText(first.day)}`, years: Infinity }, ...longer].flatMap(({ name, years }) => {
    const result = yearlyExcess(values.slice(-years * YEAR))
    return result ? [{ name, ...result }] : []
  })
}

export function RecordPeriods({ days }: { days: RecordDays['days'] }) {
  const periods = periodsOf(days)
  if (periods.length === 0) return null
  return (
    <table className="w-full text-small tabular-nums">
      <thead className="text-ink-2">
        <tr className="border-b border-line [&>th]:py-2 [&>th]:text-left [&>th]:font-normal">
          <th scope="col">Period</th>
          <th scope="col">A year vs its SPY–QQQ mix</th>
          <th scope="col">Luck alone could make it</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ name, mean, low, high }) => (
          <tr key={name} className="border-b border-line last:border-0 [&>*]:py-2">
            <th scope="row" className="text-left font-strong">
              {name}
            </th>
            <td>{percentOf(mean)}</td>
            <td className="text-ink-2">
              {percentOf(low)} to {percentOf(high)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
