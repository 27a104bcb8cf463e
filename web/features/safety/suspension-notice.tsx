// The notice on a suspended person's profile: until when, why, and what it means. The person themselves can appeal.
import { Gavel } from 'lucide-react'
import type { User } from '#shared/contracts/users.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

type SuspensionNoticeProps = {
  suspension: NonNullable<User['suspension']>
  isCreator: boolean
  isOwn?: boolean
}

export default function SuspensionNotice({ suspension, isCreator, isOwn = false }: SuspensionNoticeProps) {
  const { since, until, reference, decisionId } = suspension
  return (
    <Card
      as="section"
      aria-labelledby="suspension"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-line-strong"
    >
      <Gavel className="icon mt-0.5 text-ink-2" />
      <div className="grid gap-1">
        <h2 id="suspension" className="text-lead font-strong">
          {isOwn ? 'You’re suspended' : 'Suspended'}{' '}
          {until ? `until ${longDate(new Date(until))}` : 'permanently'}
        </h2>
        <p className="text-small text-pretty text-ink-2">
          By Signalpost on {longDate(new Date(since))} (<Ground reference={reference} />
          ). No posts, comments or profile changes{until && ' until then'}.
          {isCreator && ' Subscribers aren’t charged; we emailed them.'} The record stays and is still scored.
        </p>
        {isOwn && (
          <p className="text-small">
            <TextLink href={paths.appeal(decisionId)}>See why or appeal</TextLink>
          </p>
        )}
      </div>
    </Card>
  )
}

/** One of our rules is linked, a law isn't. */
function Ground({ reference }: { reference: string }) {
  const rule = /^Rule (\d+)\b/.exec(reference)?.[1]
  return rule === undefined ? (
    reference
  ) : (
    <TextLink href={`${paths.rules}#rule-${rule}`}>{reference}</TextLink>
  )
}
