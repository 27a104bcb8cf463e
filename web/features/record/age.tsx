// "3m"; the exact time when pointed at.
import { age } from '#shared/rules/age.ts'
import { utcTime } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'

/** `long`: "3m ago". */
export function Age({ at, long = false }: { at: Date; long?: boolean }) {
  const text = useNowSelector((nowMs) => agoText(age(at.getTime(), nowMs), long))
  return (
    <time dateTime={at.toISOString()} title={utcTime(at)} className="whitespace-nowrap">
      {text}
    </time>
  )
}

const agoText = (text: string, long: boolean) => (long && text !== 'now' ? `${text} ago` : text)
