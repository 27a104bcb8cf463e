// The content of frames on other sites: a record, or one free signal with its outcome. Without scripts; links open a
// new tab.
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { SignalScore } from '#shared/contracts/scores.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { User } from '#shared/contracts/users.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { headerInitials, nameOf, profileInitials } from '#shared/rules/people.ts'
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { booksOf, counted } from '#web/features/record/format.ts'
import { Outcome } from '#web/features/record/outcome.tsx'
import { Lead, RatingLabel } from '#web/features/record/rating.tsx'
import { WorstTrade } from '#web/features/record/record-figures.tsx'
import { DISCLAIMER, labelOf, PAID_PROMOTION, typeTone } from '#web/features/signals/signal-labels.ts'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, SampleBadge } from '#web/ui/badge.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { MISSING } from './missing-page.tsx'

type PersonProps = { frame: VisitorFrame; person: User; record: PersonRecord }

/** Uses the wording of the badge and of the page, about public trades. */
export function RecordEmbed({ frame, person, record }: PersonProps) {
  const [{ rating, results } = { rating: null, results: null }] = booksOf(record)
  const trades = rating?.trades ?? 0
  const [since, asOf] = [record.since && `Since ${dayText(record.since)}`, rating?.asOf]
  return (
    <Frame label={`Record of @${person.username} on Signalpost`}>
      <Head
        person={person}
        initials={profileInitials(person)}
        name={nameOf(person)}
        sub={`@${person.username} · ${counted(trades, 'scored trade')}`}
      />
      <Lead rating={rating} priceInCents={record.priceInCents} small />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2 tabular-nums">
        <RatingLabel rating={rating} />
        {(record.sample || frame.hasSamplePrices) && <SampleBadge />}
        {rating?.isRated && results && (
          <span>
            worst trade <WorstTrade worst={results.worst} />
          </span>
        )}
      </p>
      <Foot href={publicPaths.person(person.username)}>
        {[since, asOf && `${since ? 'as' : 'As'} of ${dayText(asOf)}`].filter(Boolean).join(', ')}
        {(since || asOf) && '. '}
        Calculated from signals, not from an account.
      </Foot>
    </Frame>
  )
}

type SignalEmbedProps = PersonProps & { signal: Signal; score: SignalScore }

export function SignalEmbed({ frame, person, record, signal, score }: SignalEmbedProps) {
  const { signalType, tickers = [], details, hidden, content } = signal
  const isComment = signalType === 'comment'
  const [{ rating } = { rating: null }] = booksOf(record)
  return (
    <Frame label={`Signal of @${person.username} on Signalpost`}>
      <Head
        person={person}
        initials={headerInitials(person)}
        name={`@${person.username}`}
        sub={dayText(utcDay(signal.createdAt))}
      />
      <p className="flex flex-wrap gap-2">
        {signalType && <Badge tone={typeTone(signalType)}>{labelOf(signalType)}</Badge>}
        {details?.promotion && <Badge tone="caution">{PAID_PROMOTION}</Badge>}
        {tickers.map((ticker) => (
          <Ticker key={ticker} symbol={ticker} href={publicPaths.ticker(ticker)} />
        ))}
        {!isComment && (score.sample || frame.hasSamplePrices) && <SampleBadge />}
      </p>
      <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
        {hidden ? <span className="text-ink-2 italic">{hiddenText(hidden, signal.hiddenAt)}</span> : content}
      </p>
      {!isComment && <Outcome signalId={signal.id} />}
      <Foot href={publicPaths.signal(signal.id)}>
        {typeof score.logIndex === 'number' && `Entry ${formatCount(score.logIndex)} of the public log. `}
        <TextLink href={publicPaths.person(person.username)}>The whole record</TextLink>
        {rating?.isRated ? `: ${counted(rating.trades, 'scored trade')}. ` : '. '}
        {DISCLAIMER}
      </Foot>
    </Frame>
  )
}

/** The same text for content that doesn't exist and content that visitors may not see. */
export const MissingEmbed = ({ what }: { what: keyof typeof MISSING }) => (
  <Frame label={MISSING[what].title}>
    <h1 className="text-title font-strong">{MISSING[what].title}</h1>
    <p className="text-ink-2">{MISSING[what].text}</p>
    <Foot href="/discover">{null}</Foot>
  </Frame>
)

const Frame = ({ label, children }: { label: string; children: ReactNode }) => (
  <main
    aria-label={label}
    className="flex min-h-dvh flex-col gap-3 rounded-card border border-line bg-surface p-4"
  >
    {children}
  </main>
)

type HeadProps = { person: User; initials: string; name: string; sub: string }

const Head = ({ person, initials, name, sub }: HeadProps) => (
  <header className="flex items-center gap-3">
    <Avatar initials={initials} hue={hueOf(person.id)} src={person.profileImageUrl} />
    <div className="min-w-0 flex-1">
      <h1 className="truncate font-strong">
        <a
          href={publicPaths.person(person.username)}
          className="rounded-badge underline-offset-[0.2em] hover:underline"
        >
          <bdi>{name}</bdi>
        </a>
      </h1>
      <p className="text-small text-ink-2 tabular-nums">{sub}</p>
    </div>
  </header>
)

/** At the bottom of the frame: where the figures come from and can be checked. */
const Foot = ({ href, children }: { href: string; children: ReactNode }) => (
  <p className="mt-auto text-caption text-pretty text-ink-3">
    {children} <TextLink href={href}>Check it on Signalpost</TextLink>
  </p>
)
