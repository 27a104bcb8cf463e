// The records that the board leaves out: those of newcomers, and those that ended.
import { useState, type ReactNode } from 'react'
import { Ghost } from 'lucide-react'
import type { Newcomers } from '#shared/contracts/rankings.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { TRADES_MIN } from '#shared/limits.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { ListRow } from '#web/ui/list-row.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'
import { ShowAllButton } from '#web/ui/show-all-button.tsx'
import { counted } from './format.ts'

type Person = Newcomers['people'][number]

type NewcomersListProps = { newcomers: Newcomers; followButton: (person: Person) => ReactNode }

/** Empty without newcomers. */
export function NewcomersList({ newcomers: { people, total }, followButton }: NewcomersListProps) {
  if (people.length === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="newcomers">
      <div className="grid gap-1">
        <SectionHead id="newcomers">New and unproven</SectionHead>
        <p className="text-small text-ink-2">
          Not enough trades to rate yet. In order of arrival
          {total > people.length ? `, the newest ${people.length} of ${formatCount(total)}` : ''}.
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
              <a
                href={paths.profile(person.author.username)}
                className="min-w-0 rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
              >
                <bdi>{nameOf(person.author)}</bdi>
              </a>
            </div>
            <p className="text-small text-pretty text-ink-2 tabular-nums">{shortText(person)}</p>
            <div>{followButton(person)}</div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

function shortText({ signals, since, ahead, behind }: Person): string {
  const count = signals < TRADES_MIN ? `${signals} of ${TRADES_MIN} trades` : counted(signals, 'trade')
  const soFar =
    ahead === null || behind === null ? '' : ` Positions so far: ${ahead} ahead of SPY, ${behind} behind.`
  return `Not rated yet: ${count} since ${dayText(since)}.${soFar}`
}

/** "34 people who stopped posting or left. 25 of them were behind the market. Their records stay," */
function endedText({ total, behind }: Newcomers['ended']): string {
  if (total === 1)
    return `1 person who stopped posting or left, ${behind === 1 ? 'behind' : 'ahead of'} the market. The record stays,`
  const were = `${behind === 0 ? 'None' : formatCount(behind)} of them ${behind === 1 ? 'was' : 'were'}`
  return `${formatCount(total)} people who stopped posting or left. ${were} behind the market. Their records stay,`
}

/** Empty if no record has ended. */
export function Graveyard({ ended }: { ended: Newcomers['ended'] }) {
  const [isOpen, setOpen] = useState(false)
  if (ended.total === 0) return null
  return (
    <CardList as="section" aria-labelledby="graveyard">
      <div className="flex gap-3 p-4 md:px-6">
        <Ghost className="icon mt-0.5 flex-none text-ink-2" />
        <div className="grid gap-1">
          <h2 id="graveyard" className="font-strong">
            The graveyard
          </h2>
          <p className="text-small text-pretty text-ink-2">
            {endedText(ended)} so that the ones still here don’t look better than they are.
          </p>
        </div>
      </div>
      {isOpen && (
        <ul className="divide-y divide-line">
          {ended.people.map(({ username, lastPostedAt, positions, mean, yearly }, place) => (
            <ListRow
              key={username ?? place}
              title={username === null ? 'Former member' : <a href={paths.record(username)}>@{username}</a>}
              sub={`${counted(positions, 'position')}, last signal ${dayText(utcDay(lastPostedAt))}`}
              end={
                <span className="text-small">
                  {percentOf(mean)} {yearly ? 'a year' : 'in all'}
                </span>
              }
            />
          ))}
        </ul>
      )}
      <ShowAllButton showsAll={isOpen} onChange={setOpen} />
    </CardList>
  )
}
