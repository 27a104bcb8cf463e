// The witnesses that sign the log's checkpoints, and how current each of them is.
import type { LogState } from '#shared/contracts/record.ts'
import { age } from '#shared/rules/age.ts'
import { utcTime } from '#web/lib/money-and-dates.ts'
import { useNowSelector } from '#web/lib/now.ts'

/** `isRestored`: the log was restored from a backup. To witnesses it has been a different log since then. */
type WitnessesProps = { witnesses: LogState['witnesses']; logSize: number; isRestored: boolean }

export function Witnesses({ witnesses, logSize, isRestored }: WitnessesProps) {
  if (witnesses.length === 0) return <p>No witnesses yet.</p>
  return (
    <>
      <p>Witnesses, who sign only if nothing they saw before has changed:</p>
      <ul className="grid gap-1">
        {witnesses.map(({ name, size, at, fault }) => (
          <li key={name}>
            <span className="wrap-anywhere text-ink">{name}</span>{' '}
            {size === null || at === null ? (
              `hasn’t signed ${isRestored ? 'since the restore: it has to be told the log’s new key' : 'yet'}`
            ) : (
              <>
                signed {size >= logSize ? 'this checkpoint' : `${size.toLocaleString('en-US')} entries`} (
                <Age at={at} />)
              </>
            )}
            {fault !== null && `. Last attempt: ${fault}`}
          </li>
        ))}
      </ul>
    </>
  )
}

/** "3m", or "3m ago" if `long`, with the exact time as its title. */
export function Age({ at, long = false }: { at: Date; long?: boolean }) {
  const text = useNowSelector((nowMs) => agoText(age(at.getTime(), nowMs), long))
  return (
    <time dateTime={at.toISOString()} title={utcTime(at)} className="whitespace-nowrap">
      {text}
    </time>
  )
}

const agoText = (text: string, long: boolean) => (long && text !== 'now' ? `${text} ago` : text)
