// The time stamps of the log by an outside authority, and how to check the newest one.
import type { LogState } from '#shared/contracts/record.ts'
import { dayText } from '#shared/rules/dates.ts'
import { utcTime } from '#web/lib/money-and-dates.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Commands } from '#web/ui/keys-and-commands.tsx'

export function Stamps({ stamps }: { stamps: LogState['stamps'] }) {
  if (!stamps) return <p>No outside witness yet. Save a checkpoint to compare later.</p>
  const { newest, fault } = stamps
  return (
    <>
      {newest ? (
        <p>
          Stamped outside:{' '}
          <TextLink href={`/log/days/${newest.day}`}>the last checkpoint of {dayText(newest.day)}</TextLink>,
          by a <TextLink href={`/log/days/${newest.day}.tsr`}>timestamp</TextLink> of{' '}
          <time dateTime={newest.at.toISOString()}>{utcTime(newest.at)}</time>
        </p>
      ) : (
        <p>No outside timestamp yet. The first comes after the day ends (UTC).</p>
      )}
      {fault !== null && <p>{fault}. We retry every ten minutes; the log keeps running.</p>}
      {newest && <CheckStamp day={newest.day} />}
    </>
  )
}

const CheckStamp = ({ day }: { day: string }) => (
  <Disclosure label="Check the stamp">
    <p className="text-pretty">
      It shows that this checkpoint existed at that time, so that nothing before it was added later. You need
      the certificate of the authority’s root, from the authority.
    </p>
    <Commands>
      curl -O {location.origin}/log/days/{day}
      {'\n'}
      curl -O {location.origin}/log/days/{day}.tsr{'\n'}
      openssl ts -verify -in {day}.tsr -data {day} -CAfile root.pem
    </Commands>
  </Disclosure>
)
