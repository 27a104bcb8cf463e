// A signal in the list of a record: what it did, the market over the same days, and the difference of the two.
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import type { SignalOutcome } from '#shared/contracts/outcomes.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { printedDifference } from '#shared/rules/printed-difference.ts'
import { hasDay, marketReturn, marketText } from '#shared/rules/market-text.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { type FlagKind, SignalFlag } from '#web/ui/signal-flag.tsx'
import { counted, toneOf } from './format.ts'
import { NOT_SCORED } from './outcome-text.ts'

/** The figures are in columns where there is room, otherwise below each other. */
const COLUMNS =
  'grid grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-3 px-4 max-tight:grid-cols-[minmax(0,1fr)]! md:px-6 @min-[34rem]:grid-cols-[1.5rem_minmax(0,1fr)_3.75rem_8.5rem_5rem]'

export const RecordHead = () => (
  <div aria-hidden="true" className={classes(COLUMNS, 'py-2 text-small text-ink-3 @max-[34rem]:hidden')}>
    {['', 'Trade', 'Return', 'Market, same days', 'Ahead'].map((head, place) => (
      <span key={head} className={classes('font-medium', place > 1 && 'text-right')}>
        {head}
      </span>
    ))}
  </div>
)

type RecordRowProps = {
  outcome: SignalOutcome
  /** What the author wrote, in one line. */
  text?: ReactNode
  /** The author's name, in a list of several people's signals. */
  by?: string
  /** Whether the viewer can open the signal's page. */
  linked?: boolean
}

export function RecordRow({ outcome, text, by, linked = true }: RecordRowProps) {
  const { call, kind } = callOf(outcome)
  const name = by === undefined ? call : `${by}: ${call}`
  const isTrade = hasDay(outcome) && outcome.return !== null && outcome.benchmark !== null
  const note = noteOf(outcome)
  return (
    <li className={classes(COLUMNS, 'relative min-h-14 items-center py-3', linked && 'hover:bg-canvas')}>
      <SignalFlag kind={kind} />
      <div className={classes('min-w-0 wrap-break-word', !isTrade && '@min-[34rem]:col-span-2')}>
        {linked ? (
          <a
            href={paths.signal(outcome.signalId)}
            className="mr-2 rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] after:absolute after:inset-0 hover:underline"
          >
            {name}
          </a>
        ) : (
          <span className="mr-2 font-strong wrap-anywhere">{name}</span>
        )}
        <span className="text-small text-ink-2 tabular-nums">
          {outcome.isPaidPromotion && 'Paid promotion · '}
          {datesOf(outcome)}
        </span>
        {text !== undefined && <p className="truncate text-small text-ink-2">{text}</p>}
      </div>
      {isTrade ? (
        <Result outcome={outcome} />
      ) : (
        note && (
          <span className="text-small text-pretty text-ink-2 @max-[34rem]:col-start-2 @max-[34rem]:col-end-4 max-tight:col-start-1! max-tight:col-end-2! @min-[34rem]:col-span-2 @min-[34rem]:text-right">
            {note}
          </span>
        )
      )}
    </li>
  )
}

function Result({ outcome }: { outcome: SignalOutcome }) {
  const own = outcome.return ?? '0'
  const ahead = printedDifference(own, marketReturn(outcome))
  return (
    <div className="grid justify-items-end text-small tabular-nums max-tight:justify-items-start @min-[34rem]:contents @min-[34rem]:text-label @min-[34rem]:*:text-right">
      <span className={classes('text-body font-strong @min-[34rem]:text-label', toneOf(own))}>
        {percentOf(own)}
      </span>
      <span className="whitespace-nowrap text-ink-2">{marketText(outcome)}</span>
      <span className={classes('font-medium whitespace-nowrap', toneOfText(ahead))}>
        {ahead}
        <span className="sr-only">{ahead.startsWith('−') ? ' behind' : ' ahead'}</span>
      </span>
    </div>
  )
}

export const toneOfText = (text: string): string =>
  text.startsWith('+0.0 ') ? '' : text.startsWith('−') ? 'text-loss' : 'text-gain'

/** All sealed signals in one row, because the times of individual signals would reveal a pattern. */
export function SealedRow({ record: { premium, signals } }: { record: PersonRecord }) {
  if (signals.sealed === 0) return null
  const { sealedFrom, latest } = premium
  return (
    <li className={classes(COLUMNS, 'min-h-14 items-center py-3')}>
      <span aria-hidden="true" className="grid size-6 place-items-center text-ink-3">
        <Lock className="icon-sm" />
      </span>
      <div className="col-span-2 grid min-w-0 max-tight:col-span-1! @min-[34rem]:col-span-4">
        <span>
          <span className="mr-2 font-strong">{counted(signals.sealed, 'premium signal')}</span>
          {sealedFrom && latest && (
            <span className="text-small text-ink-2 tabular-nums">
              {dayText(utcDay(sealedFrom))} to {dayText(utcDay(latest))}
            </span>
          )}
        </span>
        <span className="text-small text-pretty text-ink-2">
          For subscribers only. In the subscriber record 91 days after each post.
        </span>
      </div>
    </li>
  )
}

/** "Buy $AAPL, $NVDA". */
export function callOf({ parts, reason }: SignalOutcome): { call: string; kind: FlagKind } {
  const [first] = parts
  if (!first)
    return reason === 'comment' ? { call: 'Comment', kind: 'comment' } : { call: 'Signal', kind: 'buy' }
  const tickers = parts.map(({ ticker }) => `$${ticker}`).join(', ')
  if (reason === 'comment') return { call: `Comment on ${tickers}`, kind: 'comment' }
  if (first.side === 1) return { call: `Buy ${tickers}`, kind: 'buy' }
  return { call: `${first.does === 'opens' ? 'Short' : 'Sell'} ${tickers}`, kind: 'sell' }
}

/** "Nov 11 to Nov 18", "Nov 20 · Open, ends Nov 30". The year is left out if it is that of the newest figures. */
export function datesOf({ status, parts, postedAt, endsOn, asOf }: SignalOutcome): string {
  const year = (asOf ?? utcDay(postedAt)).slice(0, 4)
  const text = (day: string) => dayText(day).replace(`, ${year}`, '')
  const posted = text(utcDay(postedAt))
  const exit = parts.find(({ exitDay }) => exitDay !== null)?.exitDay
  if (status === 'closed' && exit) return `${posted} to ${text(exit)}`
  if (status === 'open')
    return endsOn === null ? `${posted} · Open` : `${posted} · Open, ends ${text(endsOn)}`
  return posted
}

function noteOf({ status, reason, parts, entersOn }: SignalOutcome): string | null {
  switch (status) {
    case 'pending':
      return entersOn === null ? 'Enters at the next close' : `Enters at the close of ${dayText(entersOn)}`
    case 'linked':
      return parts[0]?.does === 'closes' ? 'Closes an earlier trade' : 'Adds to an earlier trade'
    case 'unscored':
      return `Not scored: ${NOT_SCORED[reason ?? ''] ?? 'unknown'}`
    case 'open':
      return 'First result after the next close'
    case 'closed':
    case 'sealed':
      return null
  }
}
