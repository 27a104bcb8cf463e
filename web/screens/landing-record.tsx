// The real record on the landing page, which the server chose and wrote into the page. Its owner agreed to that, and
// one of the trades shown lost.
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { rankings } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { type User, users } from '#shared/contracts/users.ts'
import { dayText } from '#shared/rules/dates.ts'
import { nameOf, profileInitials } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { marketReturn, marketText } from '#shared/rules/market-text.ts'
import { counted, toneOf } from '#web/features/record/format.ts'
import { Lead, RatingLabel } from '#web/features/record/rating.tsx'
import { WorstTrade } from '#web/features/record/record-figures.tsx'
import { callOf, datesOf, toneOfText } from '#web/features/record/record-row.tsx'
import { decodeReply } from '#web/lib/decode-reply.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hue.ts'
import { SignalFlag } from '#web/ui/signal-flag.tsx'

type LandingRecord = { person: User; record: PersonRecord; outcomes: SignalOutcome[] }

/** Null if the page has the sample, or if the build renders it. */
export function landingRecord(): LandingRecord | null {
  if (typeof document === 'undefined') return null
  const json = document.getElementById('landing-record')?.textContent
  if (!json) return null
  const { person, record, outcomes } = JSON.parse(json) as Record<string, unknown>
  return {
    person: decodeReply(users.byName.reply, person) as User,
    record: decodeReply(rankings.person.reply, record) as PersonRecord,
    outcomes: decodeReply(rankings.signals.reply, outcomes) as SignalOutcome[],
  }
}

export function LandingRecordFigure({ record: { person, record, outcomes } }: { record: LandingRecord }) {
  const { rating, results } = { rating: record.books.open, results: record.results.open }
  return (
    <figure
      data-static
      className="grid grid-cols-[minmax(0,1fr)] content-start items-start gap-4 md:max-desk:grid-cols-2"
    >
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Avatar initials={profileInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
          <div className="min-w-0 flex-[1_1_8rem]">
            <p className="font-strong wrap-anywhere">
              <bdi>{nameOf(person)}</bdi>
            </p>
            <p className="text-small text-ink-2">{rating && counted(rating.trades, 'scored trade')}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <RatingLabel rating={rating} />
            {record.sample && <SampleBadge />}
          </div>
        </div>
        <Lead rating={rating} priceInCents={record.priceInCents} />
        {results && (
          <p className="text-small text-ink-2 tabular-nums">
            Worst trade <WorstTrade worst={results.worst} />
          </p>
        )}
      </Card>
      <CardList>
        <p className="px-4 py-4 text-label font-medium md:px-6">Latest closed trades, free signals</p>
        {outcomes.map((outcome) => (
          <Trade key={outcome.signalId} outcome={outcome} />
        ))}
        <p className="px-4 py-4 text-small md:px-6">
          <a className="link" href={publicPaths.person(person.username)}>
            See the whole record
          </a>
        </p>
      </CardList>
      <figcaption className="col-span-full text-caption text-pretty text-ink-3">
        A {record.sample ? 'demo' : 'real'} member’s record
        {record.since !== null && ` since ${dayText(record.since)}`}, shown with consent. Calculated from
        signals, not from an account. Signals are not investment recommendations. Investing involves risk of
        loss.
      </figcaption>
    </figure>
  )
}

function Trade({ outcome }: { outcome: SignalOutcome }) {
  const { call, kind } = callOf(outcome)
  const own = outcome.return ?? '0'
  const ahead = printedDifference(own, marketReturn(outcome))
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 tabular-nums md:px-6">
      <SignalFlag kind={kind} />
      <div className="min-w-0">
        <a
          href={publicPaths.signal(outcome.signalId)}
          className="rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
        >
          {call}
        </a>
        <p className="text-small text-ink-2">{datesOf(outcome)}</p>
      </div>
      <p className="grid justify-items-end text-label">
        <span className="flex gap-4">
          <span className={classes('font-strong', toneOf(own))}>{percentOf(own)}</span>
          <span className={toneOfText(ahead)}>{ahead}</span>
        </span>
        <span className="text-small text-ink-2">{marketText(outcome)}</span>
      </p>
    </div>
  )
}
