// The board: people at least 1% a year ahead of the market, ordered by the probability of such a lead by luck alone.
import type { ReactNode } from 'react'
import type { Board } from '#shared/contracts/rankings.ts'
import { dayText, timeText } from '#shared/rules/dates.ts'
import { price } from '#shared/rules/money.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDistance } from '#shared/rules/printed-difference.ts'
import { leadText, likelyText } from '#shared/rules/rating-text.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAmount } from './amount.ts'
import { afterPrice, costOf } from '#shared/rules/follower-cost.ts'
import { counted, toneOf } from './format.ts'
import { HiddenPlace, placesOf } from './hidden-place.tsx'

type Person = Board['people'][number]
type BoardCardProps = {
  board: Board
  /** The people of the board that match the filters. */
  people: readonly Person[]
  /** The buttons about a person; null without any. */
  actionsFor: (person: Person) => ReactNode
}

export function BoardCard({ board, people, actionsFor }: BoardCardProps) {
  const isVisitor = useAuth().user === null
  const to = Math.max(0.01, ...board.people.map(({ high }) => Number(high)))
  // Keeps the mark of the market away from the edge.
  const from = Math.min(-0.12 * to, ...board.people.map(({ low }) => Number(low)))
  return (
    <CardList as="section" aria-labelledby="board">
      <div className="grid gap-1 p-4 md:px-6">
        <h2 id="board" className="text-title font-strong">
          By record
        </h2>
        <p className="text-small text-pretty text-ink-2">
          Ranked by how unlikely the lead is to be luck. We list only people still ahead after we take off
          what luck could explain. <TextLink href={paths.method}>How scoring works</TextLink>
        </p>
      </div>
      <p className="bg-sunken px-4 py-3 text-small text-pretty text-ink-2 md:px-6">
        <Sentences text={boardText(board)} />
      </p>
      {placesOf(board, people).length > 0 ? (
        <ol className="@container divide-y divide-line">
          {placesOf(board, people).map((person) =>
            typeof person === 'number' ? (
              <HiddenPlace key={person} rank={person} isVisitor={isVisitor} />
            ) : (
              <Row
                key={`${person.author.id} ${person.book}`}
                {...{ person, from, to }}
                actions={actionsFor(person)}
              />
            ),
          )}
        </ol>
      ) : (
        <EmptyState>{emptyText(board)}</EmptyState>
      )}
      <p className="p-4 text-small text-pretty text-ink-2 md:px-6">
        To be listed: 20 scored trades opened on 10 different days, 60 days with an open trade, 13 weeks on
        record. Calculated after costs.
      </p>
    </CardList>
  )
}

/** The first sentence stands out. */
function Sentences({ text }: { text: string }) {
  const end = text.indexOf('. ') + 1
  if (end === 0) return text
  return (
    <>
      <strong className="font-strong text-ink">{text.slice(0, end)}</strong>
      {text.slice(end)}
    </>
  )
}

function emptyText({ asOf, listed }: Board): string {
  if (asOf === null) return 'Nobody yet.'
  return listed === 0
    ? 'Nobody yet. Luck explains every record here.'
    : 'Nobody on the board matches these filters.'
}

/** "38 of 612 rated records are at least 1% a year ahead. Of 1,000 simulated monkeys …, 41 are." */
export function boardText({ rated, listed, monkeys, asOf }: Omit<Board, 'people'>): string {
  if (asOf === null) return 'No record has been rated yet. We rate records once a week.'
  if (rated === 0) return 'Nobody has a long enough record yet.'
  const are = listed === 1 ? 'is' : 'are'
  const luck =
    monkeys.count === 0
      ? ''
      : ` Of ${formatCount(monkeys.count)} simulated monkeys picking random tickers of similar risk on the same days, ${formatCount(monkeys.listed)} ${monkeys.listed === 1 ? 'is' : 'are'}.`
  return `${formatCount(listed)} of ${counted(rated, 'rated record')} ${are} at least 1% a year ahead.${luck}`
}

type RowProps = { person: Person; from: number; to: number; actions: ReactNode }

/** On a phone everything is below the name, on wider screens in columns. */
function Row({ person, from, to, actions }: RowProps) {
  const { author, rank, book, low, mean, high, positions, since, worst, hasPrice, isLikelySkill } = person
  const [amount] = useAmount()
  const priceInCents = author.subscriptionPriceInCents
  const after = hasPrice ? afterPrice(person, costOf(person, priceInCents, amount)).mean : null
  return (
    <li
      className={classes(
        'grid grid-cols-[1.25rem_2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-4 py-4 tabular-nums md:px-6',
        'max-tight:grid-cols-[minmax(0,1fr)]',
        actions === null
          ? '@min-[52rem]:grid-cols-[1.25rem_2.5rem_minmax(0,1fr)_6.5rem_minmax(11.5rem,1.2fr)_11rem]'
          : '@min-[52rem]:grid-cols-[1.25rem_2.5rem_minmax(0,1fr)_6.5rem_minmax(11.5rem,1.2fr)_11rem_8rem]',
      )}
    >
      <span className="text-small text-ink-3">{rank}</span>
      <Avatar initials={headerInitials(author)} hue={hueOf(author.id)} src={author.profileImageUrl} />
      <div className="grid min-w-0 justify-items-start gap-0.5">
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
      <p className="grid max-w-22 justify-items-end text-right @min-[52rem]:max-w-none">
        <span className={classes('text-lead font-strong', toneOf(low))}>{percentOf(low)}</span>
        <span className="text-caption text-ink-3">
          at least, {person.yearly ? 'per year' : timeText(person)}
        </span>
      </p>
      <div className="col-span-full grid gap-0.5 text-small text-ink-2 @min-[52rem]:col-span-1">
        <RangeBar
          low={Number(low)}
          middle={Number(mean)}
          high={Number(high)}
          {...{ from, to }}
          label={leadText(person)}
        />
        <p>
          {percentOf(mean)}, {likelyText(person)}
        </p>
        {after !== null && (
          <p>
            {percentOf(after)} after price, on {price(amount)}
          </p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-3 gap-y-2 @min-[52rem]:contents">
        <a
          href={paths.record(author.username)}
          className="grid min-h-6 flex-1 basis-36 rounded-badge text-small text-ink-2 underline-offset-[0.2em] hover:underline"
          aria-label={`Track record of ${nameOf(author)}`}
        >
          <span>
            {formatCount(positions)} {book === 'open' ? 'public' : 'subscriber'} trades
          </span>
          <span>Since {dayText(since)}</span>
          <span>
            {worst !== null && (
              <>
                Worst <span className={toneOf(worst.excess)}>{printedDistance(worst)}</span>
                {' · '}
              </>
            )}
            {hasPrice ? `${price(priceInCents)}/month` : 'Free'}
          </span>
        </a>
        {actions !== null && <div className="@min-[52rem]:justify-self-end">{actions}</div>}
      </div>
    </li>
  )
}
