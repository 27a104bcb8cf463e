// One free signal for visitors: the card, its result and how that is calculated, its author's record, and a link to
// join.
import type { Delivery } from '#shared/contracts/delivery.ts'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { SignalScore } from '#shared/contracts/scores.ts'
import type { Signal } from '#shared/contracts/signals.ts'
import type { User } from '#shared/contracts/users.ts'
import type { VisitorFrame } from '#shared/visitor-page.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { firstNameOf, headerInitials, nameOf, signedName } from '#shared/rules/people.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { booksOf, bookText, counted, toneOf } from '#web/features/record/format.ts'
import { LastMonths } from '#web/features/record/last-months.tsx'
import { Outcome } from '#web/features/record/outcome.tsx'
import { Lead, RatingLabel } from '#web/features/record/rating.tsx'
import { WorstTrade } from '#web/features/record/record-figures.tsx'
import { InTheLog, ScoreCards } from '#web/features/record/score-card.tsx'
import { scoreCurve } from '#web/features/record/score-marks.ts'
import { DeliveryText } from '#web/features/signals/delivery-line.tsx'
import { SignalCard } from '#web/features/signals/signal-card.tsx'
import { publicPaths } from '#web/public-paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { JoinCard, PublicFrame } from './frame.tsx'
import { ReturnsChart } from './returns-chart.tsx'

export type SignalPageProps = {
  frame: VisitorFrame
  person: User
  record: PersonRecord
  signal: Signal
  score: SignalScore
  delivery: Delivery | null
}

export function SignalPage({ frame, person, record, signal, score, delivery }: SignalPageProps) {
  const isComment = signal.signalType === 'comment'
  return (
    <PublicFrame
      signupMode={frame.signupMode}
      beside={
        <>
          <AuthorCard person={person} record={record} />
          <JoinCard
            signupMode={frame.signupMode}
            title={`Follow ${firstNameOf(person)}`}
            action="Join to follow"
          >
            Free signals in your feed as they’re posted, and how each one did.
          </JoinCard>
        </>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-heading font-strong wrap-anywhere">
          {callOf(signal)}{' '}
          <span className="inline-block max-w-full text-lead font-regular text-ink-2">
            by <bdi>{nameOf(person)}</bdi>, {dayText(utcDay(signal.createdAt))}
          </span>
        </h1>
        {!isComment && (score.sample || frame.hasSamplePrices) && <SampleBadge />}
      </div>
      <SignalCard signal={signal} {...(!isComment && { Outcome: OutcomeOf })} />
      <LastMonths signal={signal} />
      <DeliveryText receipt={delivery} />
      <Result score={score} />
      {isComment ? <InTheLog score={score} /> : <ScoreCards score={score} />}
    </PublicFrame>
  )
}

const OutcomeOf = ({ signal: { id } }: { signal: Signal }) => <Outcome signalId={id} />

/**
 * The result in one figure, with the two returns whose difference it is. Empty before the first close after the entry.
 */
function Result({ score }: { score: SignalScore }) {
  if (!hasDay(score) || score.return === null || score.benchmark === null) return null
  const ahead = printedDifference(score.return, marketReturn(score))
  const isBehind = ahead.startsWith('−')
  const names = score.parts.filter(({ does }) => does === 'opens').map(({ ticker }) => `$${ticker}`)
  const isShort = score.parts.some(({ does, side }) => does === 'opens' && side === -1)
  return (
    <Card as="section" aria-labelledby="result" className="grid gap-1 tabular-nums">
      <h2 id="result" className="text-label font-medium">
        {score.status === 'closed' ? 'Result' : 'So far'}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={`text-display font-strong ${toneOf(Number(score.excess ?? 0))}`}>
          {ahead.slice(1)}
        </span>
        <span className="text-lead text-ink-2">{isBehind ? 'behind' : 'ahead of'} the market</span>
      </p>
      <p className="text-small text-ink-2">
        {isShort ? 'Short' : 'Buy'} {names.join(', ')} {percentOf(score.return)} · {marketText(score)}
      </p>
      <Curve score={score} own={`${isShort ? 'Short' : 'Buy'} ${names.join(', ')}`} isShort={isShort} />
    </Card>
  )
}

type CurveProps = { score: SignalScore; own: string; isShort: boolean }

function Curve({ score, own, isShort }: CurveProps) {
  const curve = scoreCurve(score)
  const [first, end] = [curve[0], curve.at(-1)]
  if (!first || !end || curve.length < 2) return null
  // The result itself, so that the digits match those above.
  const last = { ...end, own: Number(score.return), benchmark: Number(marketReturn(score)) }
  const points = [...curve.slice(0, -1), last]
  const market = isShort ? 'Shorting SPY' : 'SPY'
  return (
    <div className="pt-4">
      <ReturnsChart
        points={points}
        names={{ own, benchmark: market }}
        marks={[{ day: first.day, kind: isShort ? 'sell' : 'buy', label: 'Entry' }]}
        title={`${own} against ${market} since ${dayText(first.day)}`}
        description={`${own} ${percentOf(last.own)}, ${market} ${percentOf(last.benchmark)} by ${dayText(last.day)}.`}
      />
    </div>
  )
}

/** The author's record, so that one good signal isn't seen alone. */
function AuthorCard({ person, record }: { person: User; record: PersonRecord }) {
  return (
    <Card as="section" aria-label={`Record of ${signedName(person)}`} className="grid gap-4">
      <div className="flex items-center gap-3">
        <Avatar initials={headerInitials(person)} hue={hueOf(person.id)} src={person.profileImageUrl} />
        <div className="min-w-0">
          <p className="font-strong wrap-anywhere">
            <bdi>{nameOf(person)}</bdi>
          </p>
          <p className="text-small text-ink-2">
            @{person.username}
            {person.isCreator && ' · Creator'}
          </p>
        </div>
      </div>
      {booksOf(record).map(({ book, rating, results }) => (
        <section key={book} aria-label={bookText({ book })} className="grid gap-2">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2 tabular-nums">
            {booksOf(record).length > 1 && bookText({ book })}
            <RatingLabel rating={rating} />
            {rating?.isRated && counted(rating.trades, 'scored trade')}
          </p>
          {rating?.isRated && <Lead rating={rating} priceInCents={record.priceInCents} small />}
          {results && (
            <p className="text-small text-ink-2 tabular-nums">
              Worst trade <WorstTrade worst={results.worst} />
            </p>
          )}
        </section>
      ))}
      <Button asChild variant="outline" block>
        <a href={publicPaths.person(person.username)}>See all trades</a>
      </Button>
    </Card>
  )
}
