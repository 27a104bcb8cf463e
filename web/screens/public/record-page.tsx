// A person's record for visitors: who it is, the figures, every trade including the losers, and links to check the
// record and to join.
import { ScrollText, Share2 } from 'lucide-react'
import type { PersonRecord, RecordWeeks } from '#shared/contracts/rankings.ts'
import type { User } from '#shared/contracts/users.ts'
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { firstNameOf, nameOf, profileInitials } from '#shared/rules/people.ts'
import {
  booksOf,
  bookText,
  counted,
  countsText,
  monthText,
  shownFigures,
} from '#web/features/record/format.ts'
import { RecordChart } from '#web/features/record/record-chart.tsx'
import { RecordCards } from '#web/features/record/record-figures.tsx'
import { SHOWN, type Shown } from '#web/features/record/record-filter.ts'
import { SealedRow } from '#web/features/record/record-row.tsx'
import { paths } from '#web/paths.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Counts, PriceBreakdown } from '#web/ui/facts.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { JoinCard, PublicFrame } from './frame.tsx'
import { type ListedTrade, Trades } from './trades.tsx'

export type RecordPageProps = {
  frame: VisitorFrame
  person: User
  record: PersonRecord
  weeks: RecordWeeks
  trades: ListedTrade[]
  older: string | null
  isOlder: boolean
  show: Shown
}

export function RecordPage({ frame, person, record, weeks, older, isOlder, show, ...list }: RecordPageProps) {
  const here = publicPaths.person(person.username)
  const first = firstNameOf(person)
  return (
    <PublicFrame
      signupMode={frame.signupMode}
      beside={
        <>
          <JoinCard signupMode={frame.signupMode} title={`Follow ${first}`} action="Join to follow">
            Free signals in your feed as they’re posted, and how each one did.
          </JoinCard>
          <CheckCard newest={list.trades.find(({ status }) => status !== 'sealed')} />
          <Sources person={person} />
        </>
      }
    >
      <Head person={person} record={record} isSample={record.sample || frame.hasSamplePrices} />
      {record.signals.posted > 0 && (
        <>
          <RecordCards
            record={record}
            foot={
              <p className="text-small text-pretty text-ink-2 tabular-nums">
                {countsText(record)} Calculated after costs.
              </p>
            }
          />
          <Charts record={record} weeks={weeks} />
        </>
      )}
      <Trades
        title="All trades"
        about={
          show === 'all'
            ? 'In order, losers included. Each next to SPY over the same days.'
            : `${SHOWN.find(({ value }) => value === show)?.label ?? ''}: ${counted(list.trades.length, 'trade')}. The figures above count all of them.`
        }
        first={show === 'all' && !isOlder && record.signals.sealed > 0 && <SealedRow record={record} />}
        empty={`${first} hasn’t posted any signals yet.`}
        older={older}
        newest={isOlder || show !== 'all' ? here : null}
        {...list}
      />
    </PublicFrame>
  )
}

type HeadProps = { person: User; record: PersonRecord; isSample: boolean }

function Head({ person, record, isSample }: HeadProps) {
  return (
    <Card as="section" aria-labelledby="name" className="grid gap-4">
      <div className="flex items-start gap-4 max-tight:flex-wrap">
        <Avatar
          size="lg"
          initials={profileInitials(person)}
          hue={hueOf(person.id)}
          src={person.profileImageUrl}
        />
        <div className="grid min-h-18 min-w-0 content-center gap-1">
          <h1 id="name" className="text-heading font-strong wrap-anywhere">
            <bdi>{nameOf(person)}</bdi>
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 text-small wrap-anywhere text-ink-2">@{person.username}</span>
            {person.isCreator && <Badge tone="brand">Creator</Badge>}
            {isSample && <SampleBadge />}
          </p>
        </div>
      </div>
      {person.bio && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {person.bio}
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Counts
          items={[
            { label: 'Followers', value: formatCount(person.followersCount) },
            { label: 'Scored trades', value: formatCount(record.positions.total) },
            ...(record.since === null ? [] : [{ label: 'Since', value: monthText(record.since) }]),
          ]}
        />
        <Button
          variant="outline"
          size="sm"
          icon={Share2}
          className="flex-none"
          data-share={publicPaths.person(person.username)}
          data-title={`Record of @${person.username}`}
        >
          Share
        </Button>
      </div>
    </Card>
  )
}

function Charts({ record, weeks }: { record: PersonRecord; weeks: RecordWeeks }) {
  const rated = booksOf(record).filter(({ rating }) => rating && shownFigures(rating))
  if (rated.length === 0) return null
  return (
    <Card as="section" aria-labelledby="record-chart" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="record-chart" className="text-title font-strong">
          Ahead of the market
        </h2>
        <p className="text-small text-ink-2">Inside the gray band, it could be luck.</p>
      </div>
      {rated.map(({ book, rating }) => {
        const figures = rating?.figures
        const ofBook = weeks.records.find((one) => one.book === book)?.weeks ?? []
        return (
          figures &&
          ofBook.length > 0 && (
            <div key={book} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              {rated.length > 1 && <h3 className="text-label font-medium">{bookText({ book })}</h3>}
              <RecordChart weeks={ofBook} figures={figures} />
            </div>
          )
        )
      })}
      <p className="text-small text-pretty text-ink-3">
        Calculated from the signals, not from a real account. Past results say little about what comes next.
      </p>
    </Card>
  )
}

function CheckCard({ newest }: { newest: ListedTrade | undefined }) {
  return (
    <Card as="section" aria-labelledby="check" className="grid gap-3">
      <h2 id="check" className="text-title font-strong">
        Check it yourself
      </h2>
      <p className="text-small text-pretty text-ink-2">
        Every signal is in a public log. If anyone, including us, changed one, the check would fail.
      </p>
      <Button asChild variant="outline" block icon={ScrollText}>
        <a href={newest ? paths.verifySignal(newest.signalId) : paths.verify}>Verify this record</a>
      </Button>
    </Card>
  )
}

const Sources = ({ person }: { person: User }) => (
  <Card as="section" aria-labelledby="sources" className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 id="sources" className="text-title font-strong">
      Where this comes from
    </h2>
    <PriceBreakdown
      items={[
        { label: 'Signals', value: <TextLink href={paths.log}>Public log</TextLink> },
        { label: 'Results', value: <TextLink href={paths.method}>Scored by us</TextLink> },
        ...(person.bio ? [{ label: 'Bio', value: 'Self-reported' }] : []),
      ]}
    />
    <p className="text-small text-pretty text-ink-2">
      Calculated from the signals, not from a real account. Each trade counts as a tenth.
    </p>
  </Card>
)
