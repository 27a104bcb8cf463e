// "3m"; the exact time when pointed at.
import { age } from '#shared/rules/age.ts'
import { utcTime } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'

export function Age({ at }: { at: Date }) {
  const text = useNowSelector((nowMs) => age(at.getTime(), nowMs))
  return (
    <time dateTime={at.toISOString()} title={utcTime(at)} className="whitespace-nowrap">
      {text}
    </time>
  )
}
