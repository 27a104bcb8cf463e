// The board: people whose result luck alone doesn't explain, by the low end of their range.
import type { ReactNode } from 'react'
import type { Board } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { counted, rangeText, toneOf } from './format.ts'

type Person = Board['people'][number]
type BoardCardProps = {
  board: Board
  /** The people of the board that match the filters. */
  people: readonly Person[]
  /** The button that follows a person; empty for visitors. */
  followButton: (person: Person) => ReactNode
}

export function BoardCard({ board, people, followButton }: BoardCardProps) {
  const from = Math.min(0, ...board.people.map(({ low }) => Number(low)))
  const to = Math.max(0.01, ...board.people.map(({ high }) => Number(high)))
  return (
    <CardList as="section" aria-labelledby="board">
      <div className="grid gap-1 p-4 md:px-6">
        <h2 id="board" className="text-title font-strong">
          Leaderboard
        </h2>
        <p className="text-small text-pretty text-ink-2">
          Ranked by the low end: the yearly average ahead of a SPY–QQQ mix, minus what luck could add. Only
          low ends above zero are listed.
        </p>
      </div>
      <p className="bg-sunken px-4 py-3 text-small text-pretty text-ink-2 md:px-6">
        <span className="font-strong text-ink">{enoughText(board.ranked)}</span> {luckText(board)}
      </p>
      {people.length > 0 ? (
        <ol className="@container divide-y divide-line">
          {people.map((person) => (
            <Row key={person.author.id} {...{ person, from, to }} action={followButton(person)} />
          ))}
        </ol>
      ) : (
        <EmptyState>
          {board.listed === 0
            ? 'Nobody yet. Luck explains every record here.'
            : 'Nobody on the board matches these filters.'}
        </EmptyState>
      )}
      <p className="p-4 text-small text-pretty text-ink-2 md:px-6">
        To be ranked: 20 signals that opened a position, on 10 different days, 60 trading days with a
        position, 90 days on record, one signal in the last 90 days.{' '}
        <TextLink href={`${paths.method}?rule=ranked`}>Why these</TextLink>
      </p>
    </CardList>
  )
}

/** "118 people have a long enough record." */
function enoughText(ranked: number): string {
  if (ranked === 0) return 'Nobody has a long enough record yet.'
  return `${ranked === 1 ? '1 person has' : `${formatCount(ranked)} people have`} a long enough record.`
}

/**
 * "By luck alone about 6 of them would be listed here; 8 are. The other 110 are within luck and not ordered."
 */
function luckText({ ranked, byLuck, listed }: Board): string {
  if (ranked === 0) return ''
  const luck = byLuck === 0 ? 'almost nobody' : `about ${formatCount(byLuck)} of them`
  const are = listed === 0 ? 'nobody is' : listed === 1 ? '1 is' : `${formatCount(listed)} are`
  const others = ranked - listed
  const rest =
    others === 0 || listed === 0
      ? ''
      : others === 1
        ? ' The other one is within luck.'
        : ` The other ${formatCount(others)} are within luck and not ordered.`
  return `By luck alone ${luck} would be listed here; ${are}.${rest}`
}

type RowProps = { person: Person; from: number; to: number; action: ReactNode }

/** On a phone everything is below the name, on wider screens the range is beside the facts. */
function Row({ person, from, to, action }: RowProps) {
  const { author, rank, low, mean, high, positions, since, worst, hasPrice, beyondLuck } = person
  return (
    <li
      className={classes(
        'grid grid-cols-[1.25rem_2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-3 tabular-nums',
        'max-tight:grid-cols-[minmax(0,1fr)] md:px-6',
        '@min-[34rem]:gap-y-0.5',
        action === null
          ? '@min-[34rem]:grid-cols-[1.25rem_2.5rem_minmax(0,1.2fr)_minmax(0,1fr)]'
          : '@min-[34rem]:grid-cols-[1.25rem_2.5rem_minmax(0,1.2fr)_minmax(0,1fr)_6.5rem]',
      )}
    >
      <span className="text-small text-ink-3 @min-[34rem]:row-span-2">{rank}</span>
      <span className="@min-[34rem]:row-span-2">
        <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
      </span>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <a
          href={paths.profile(author.username)}
          className="rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
        >
          <bdi>{nameOf(author)}</bdi>
        </a>
        {beyondLuck && <Badge tone="brand">Beyond luck</Badge>}
      </div>
      <span className="grid items-baseline justify-items-end @min-[34rem]:flex @min-[34rem]:gap-2">
        <span className="font-strong">{percentOf(low)}</span>
        <span className="text-caption text-ink-3">low end</span>
      </span>
      <div
        className={classes(
          'col-span-full grid gap-0.5 @min-[34rem]:col-span-1 @min-[34rem]:col-start-4',
          '@min-[34rem]:row-start-2 @min-[34rem]:self-start',
        )}
      >
        <RangeBar
          low={Number(low)}
          middle={Number(mean)}
          high={Number(high)}
          {...{ from, to }}
          label={rangeText({ low, mean, high })}
        />
        <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
          <span>Average {percentOf(mean)}</span>
          <span>to {percentOf(high)}</span>
        </p>
      </div>
      <a
        href={paths.record(author.username)}
        className={classes(
          'grid min-h-6 rounded-badge text-small text-ink-2 underline-offset-[0.2em] hover:underline',
          action === null ? 'col-span-full' : 'col-span-3 max-tight:col-span-full',
          '@min-[34rem]:col-span-1 @min-[34rem]:col-start-3 @min-[34rem]:row-start-2',
        )}
        aria-label={`Track record of ${nameOf(author)}`}
      >
        <span>
          {counted(positions, 'position')} since {dayText(since)}
        </span>
        <span>
          Worst <span className={toneOf(worst)}>{pointsOf(worst)}</span>
          {' · '}
          {hasPrice ? `${price(author.subscriptionPriceInCents)}/month` : 'Free'}
        </span>
      </a>
      {action !== null && (
        <div className="justify-self-end max-tight:justify-self-start @min-[34rem]:col-start-5 @min-[34rem]:row-span-2 @min-[34rem]:row-start-1">
          {action}
        </div>
      )}
    </li>
  )
}
