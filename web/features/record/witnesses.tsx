// Who else signs the log's checkpoints, and how current each of them is.
import type { LogState } from '#shared/contracts/record.ts'
import { Age } from './age.tsx'

type WitnessesProps = { witnesses: LogState['witnesses']; logSize: number }

export function Witnesses({ witnesses, logSize }: WitnessesProps) {
  if (witnesses.length === 0) return <p>No witness signs it.</p>
  return (
    <>
      <p>Witnesses, who sign only a log that has grown from the one that they saw before:</p>
      <ul className="grid gap-1">
        {witnesses.map(({ name, size, at, fault }) => (
          <li key={name}>
            <span className="wrap-anywhere text-ink">{name}</span>{' '}
            {size === null || at === null ? (
              'has signed nothing yet'
            ) : (
              <>
                signed {size >= logSize ? 'this checkpoint' : `${size.toLocaleString('en-US')} entries`} (
                <Age at={at} />)
              </>
            )}
            {fault !== null && `. The last try: ${fault}`}
          </li>
        ))}
      </ul>
    </>
  )
}
