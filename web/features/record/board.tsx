// The board: people at least 1% a year ahead of the market, by the chance of their lead by luck.
import type { ReactNode } from 'react'
import type { Board } from '#shared/contracts/rankings.ts'
import { dayText } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { percentOf, pointsOf } from '#shared/rules/percent.ts'
import { leadText, timeText } from '#shared/rules/rating-text.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { bookText, counted, toneOf } from './format.ts'
import { HiddenPlace, placesOf } from './hidden-place.tsx'

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
          People at least 1% a year ahead of the market after we take off what luck could explain. First those
          whose lead luck explains worst.
        </p>
      </div>
      <p className="bg-sunken px-4 py-3 text-small text-pretty text-ink-2 md:px-6">{boardText(board)}</p>
      {placesOf(board, people).length > 0 ? (
        <ol className="@container divide-y divide-line">
          {placesOf(board, people).map((person) =>
            typeof person === 'number' ? (
              <HiddenPlace key={person} rank={person} />
            ) : (
              <Row
                key={`${person.author.id} ${person.book}`}
                {...{ person, from, to }}
                action={followButton(person)}
              />
            ),
          )}
        </ol>
      ) : (
        <EmptyState>
          {board.listed === 0
            ? 'Nobody yet. Luck explains every record here.'
            : 'Nobody on the board matches these filters.'}
        </EmptyState>
      )}
      <p className="p-4 text-small text-pretty text-ink-2 md:px-6">
        To be rated: 20 trades that began on 10 different days, 60 days with an open trade, 13 whole weeks.{' '}
        <TextLink href={`${paths.method}?rule=rated`}>Why these</TextLink>. Paper results after costs;
        nobody’s account.
      </p>
    </CardList>
  )
}

/** "38 of 612 rated records are at least 1% a year ahead. 41 of 1,000 monkeys would be, too." */
export function boardText({ rated, listed, monkeys }: Pick<Board, 'rated' | 'listed' | 'monkeys'>): string {
  if (rated === 0) return 'Nobody has a long enough record yet.'
  const are = listed === 1 ? 'is' : 'are'
  const luck =
    monkeys.count === 0
      ? ''
      : ` ${formatCount(monkeys.listed)} of ${formatCount(monkeys.count)} monkeys, trading random tickers of like risk on the same days, would be, too.`
  return `${formatCount(listed)} of ${counted(rated, 'rated record')} ${are} at least 1% a year ahead.${luck}`
}

type RowProps = { person: Person; from: number; to: number; action: ReactNode }

/** On a phone everything is below the name, on wider screens the range is beside the facts. */
function Row({ person, from, to, action }: RowProps) {
  const { author, rank, book, low, mean, high, positions, since, worst, hasPrice, isLikelySkill } = person
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
        <Badge tone={isLikelySkill ? 'brand' : 'neutral'}>
          {isLikelySkill ? 'Likely skill' : 'Could be luck'}
        </Badge>
      </div>
      <span className="grid items-baseline justify-items-end @min-[34rem]:flex @min-[34rem]:gap-2">
        <span className="font-strong">{percentOf(low)}</span>
        <span className="text-caption text-ink-3">at least</span>
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
          label={leadText(person)}
        />
        <p className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-3">
          <span>
            Average {percentOf(mean)} {timeText(person)}
          </span>
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
          {bookText({ book })} · {counted(positions, 'position')} since {dayText(since)}
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
