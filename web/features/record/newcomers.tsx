// The records that the board leaves out: those of newcomers, and those that ended.
import { useState, type ReactNode } from 'react'
import type { Newcomers } from '#shared/contracts/rankings.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { ShowAllButton } from '#web/ui/show-all-button.tsx'
import { counted, toneOf } from './format.ts'

type Person = Newcomers['people'][number]

type NewcomersListProps = { newcomers: Newcomers; actionsFor: (person: Person) => ReactNode }

/** Empty without newcomers. */
export function NewcomersList({ newcomers: { people, total }, actionsFor }: NewcomersListProps) {
  if (people.length === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="newcomers">
      <div className="grid gap-1">
        <SectionHead id="newcomers">New here</SectionHead>
        <p className="text-small text-ink-2">
          Not enough trades to rate yet.
          {total > people.length && ` Newest ${people.length} of ${formatCount(total)}.`}
        </p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 xs:grid-cols-2 desk:grid-cols-3">
        {people.map((person) => (
          <Card as="li" key={person.author.id} className="grid content-start gap-3 p-4 md:p-4">
            <div className="flex min-w-0 items-center gap-3">
              <Avatar
                initials={headerInitials(person.author)}
                hue={hueOf(person.author.id)}
                src={person.author.profileImageUrl}
              />
              <div className="grid min-w-0 justify-items-start">
                <a
                  href={paths.profile(person.author.username)}
                  className="min-w-0 rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
                >
                  <bdi>{nameOf(person.author)}</bdi>
                </a>
                <span className="text-small text-ink-2">Since {dayText(person.since)}</span>
              </div>
            </div>
            <WayToRating person={person} />
            <div>{actionsFor(person)}</div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function WayToRating({ person: { signals, ahead, behind } }: { person: Person }) {
  const count =
    signals < TRADES_MIN
      ? `${signals} of ${TRADES_MIN} trades needed`
      : `${counted(signals, 'trade')}, too few weeks`
  return (
    <div className="grid gap-1.5 text-small text-ink-2 tabular-nums">
      <span>{count}</span>
      <Meter have={signals} need={TRADES_MIN} label={count} />
      {ahead !== null && behind !== null && (
        <span>
          So far: {ahead} ahead of SPY, {behind} behind
        </span>
      )}
    </div>
  )
}

type NoLongerPostingProps = {
  ended: Newcomers['ended']
  /** Whether all of them are listed from the start, on a page without a script. */
  opened?: boolean
}

/** Records that ended: with them, the page can't hide losers. Empty if there are none. */
export function NoLongerPosting({ ended, opened = false }: NoLongerPostingProps) {
  const [isOpen, setOpen] = useState(opened)
  if (ended.total === 0) return null
  const people = isOpen ? ended.people : ended.people.slice(0, FOLDED_ROWS)
  return (
    <CardList as="section" aria-labelledby="ended">
      <div className="grid gap-1 p-4 md:px-6">
        <h2 id="ended" className="text-title font-strong">
          No longer posting
        </h2>
        <p className="text-small text-pretty text-ink-2">
          Their records stay, so this page can’t hide losers. {behindText(ended)}
        </p>
      </div>
      <ul className="divide-y divide-line">
        {people.map(({ username, lastPostedAt, positions, mean, yearly }, place) => (
          <ListRow
            key={username ?? place}
            title={username === null ? 'Former member' : <a href={paths.record(username)}>@{username}</a>}
            sub={`Last signal ${dayText(utcDay(lastPostedAt))} · ${counted(positions, 'trade')}`}
            end={
              <span className="grid justify-items-end tabular-nums">
                <span className={classes('font-strong', toneOf(mean))}>{percentOf(mean)}</span>
                <span className="text-caption text-ink-3">{yearly ? 'a year' : 'in all'} vs market</span>
              </span>
            }
          />
        ))}
      </ul>
      {!opened && ended.people.length > FOLDED_ROWS && <ShowAllButton showsAll={isOpen} onChange={setOpen} />}
    </CardList>
  )
}

const FOLDED_ROWS = 2

/** "25 of 34 were behind the market." */
function behindText({ total, behind }: Newcomers['ended']): string {
  if (total === 1)
    return behind === 1 ? 'This one was behind the market.' : 'This one was ahead of the market.'
  return `${formatCount(behind)} of ${formatCount(total)} ${behind === 1 ? 'was' : 'were'} behind the market.`
}
