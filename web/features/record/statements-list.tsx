// Everything that a person published about one ticker in 12 months: each signal with its time, what was disclosed, and
// its result. Also printed, so nothing is cut off or folded.
import type { ReactNode } from 'react'
import { statementsFile, type Statement, type Statements } from '#shared/contracts/statements.ts'
import { callOf } from '#shared/rules/call-text.ts'
import { dayText } from '#shared/rules/dates.ts'
import { disclosureSummary } from '#shared/rules/disclosure-summary.ts'
import { holdsAnswer, paidAnswer } from '#shared/rules/disclosure-text.ts'
import { hiddenText } from '#shared/rules/hidden-text.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { outcomeOfTicker } from '#shared/rules/outcome-of-ticker.ts'
import { firstNameOf, handleOf } from '#shared/rules/people.ts'
import { newYorkTime } from '#web/lib/money-and-dates.ts'
import { paths } from '#web/paths.ts'
import { SampleBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { SignalFlag } from '#web/ui/signal-flag.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { counted } from './format.ts'
import { ShownOutcome } from './outcome.tsx'
import { HOLDING_WORDS } from './page-outcome.tsx'

type Props = {
  list: Statements
  /** Beside the button that downloads the file. */
  action?: ReactNode
}

export const statementsTitle = ({ author, ticker }: Pick<Statements, 'author' | 'ticker'>): string =>
  `The last 12 months of $${ticker} by ${firstNameOf(author)}`

export function StatementsList({ list, action }: Props) {
  const { author, ticker, since, until, statements, isCapped, includesPremium } = list
  const name = firstNameOf(author)
  const disclosed = disclosureSummary(name, ticker, statements)
  const isSample = statements.some(({ outcome }) => outcome?.sample)
  return (
    <>
      <div className="print-alone grid gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="text-heading font-strong wrap-anywhere">{statementsTitle(list)}</h1>
          {isSample && <SampleBadge />}
        </div>
        <p className="text-small text-ink-2">
          <TextLink href={paths.profile(author.username)}>{handleOf(author.username)}</TextLink> ·{' '}
          {dayText(since)} to {dayText(until)}
        </p>
      </div>
      <Card as="section" aria-label="Summary" className="grid gap-3">
        <p className="text-pretty tabular-nums">{countsText(list)}</p>
        {disclosed && <p className="text-pretty tabular-nums">{disclosed}</p>}
        <p className="text-small text-pretty text-ink-2">
          Nobody can edit or delete a signal. These are {name}’s own answers
          {statements.some(({ holding }) => holding) && ', next to what the linked broker says'}.
          {!includesPremium && author.isCreator && ' Premium signals are only in the list of subscribers.'}
          {isCapped && ' The file has more than this page.'}
        </p>
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button asChild variant="outline" size="sm">
            <a href={statementsFile(author.username, ticker)} download rel="nofollow">
              Download CSV
            </a>
          </Button>
          {action}
        </div>
      </Card>
      {statements.length > 0 && (
        <CardList as="section" aria-label="Signals">
          <ul className="divide-y divide-line">
            {statements.map((statement) => (
              <Row key={statement.id} statement={statement} ticker={ticker} />
            ))}
          </ul>
          <p className="px-4 py-3 text-small text-ink-3 md:px-6">
            Not an investment recommendation. Investing involves risk of loss. This line covers every row
            above.
          </p>
        </CardList>
      )}
    </>
  )
}

/** "Maya published 7 signals about $NVDA: 4 buys, 2 sells and 1 comment. 1 is withdrawn." */
function countsText({ author, ticker, statements, isCapped }: Statements): string {
  const name = firstNameOf(author)
  if (statements.length === 0) return `${name} published nothing about $${ticker} in these 12 months.`
  const number = (is: (one: Statement) => unknown) => statements.filter(is).length
  const kinds = (['buy', 'sell', 'comment'] as const).flatMap((type) => {
    const count = number(({ signalType }) => signalType === type)
    return count > 0 ? [counted(count, type)] : []
  })
  const withdrawn = number(({ hidden }) => hidden === 'withdrawn')
  const hidden = number((one) => one.hidden !== undefined && one.hidden !== 'withdrawn')
  return [
    isCapped
      ? `The newest ${formatCount(statements.length)} signals about $${ticker} by ${name}: ${kinds.join(', ')}.`
      : `${name} published ${counted(statements.length, 'signal')} about $${ticker}: ${kinds.join(', ')}.`,
    withdrawn > 0 && `${withdrawn} withdrawn, still listed.`,
    hidden > 0 && `The text of ${hidden} is hidden by Signalpost.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Row({ statement, ticker }: { statement: Statement; ticker: string }) {
  const { id, signalType, createdAt, hidden, hiddenAt, content, isPremium, logIndex } = statement
  const outcome = statement.outcome && outcomeOfTicker(statement.outcome, ticker)
  const dates = outcome && datesText(outcome.parts[0])
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 px-4 py-4 max-tight:grid-cols-[minmax(0,1fr)] md:px-6">
      <SignalFlag kind={signalType ?? 'comment'} />
      <div className="@container grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <a
            href={paths.signal(id)}
            className="rounded-badge font-strong wrap-anywhere underline-offset-[0.2em] hover:underline"
          >
            {callOf(statement)}
            {isPremium && ' (premium)'}
          </a>
          <time dateTime={createdAt.toISOString()} className="text-small text-ink-2 tabular-nums">
            {newYorkTime(createdAt)}
          </time>
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {hidden ? <span className="text-ink-2 italic">{hiddenText(hidden, hiddenAt)}</span> : content}
        </p>
        {signalType !== 'comment' && <Disclosed statement={statement} />}
        {outcome && <ShownOutcome outcome={outcome} />}
        {(dates || logIndex !== null) && (
          <p className="text-small text-ink-2 tabular-nums">
            {[dates, logIndex !== null && `Public log no. ${formatCount(logIndex)}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
    </li>
  )
}

const HOLDS = { yes: 'yes', no: 'no', unsaid: 'prefers not to say', unasked: 'not asked' }
const PAID = { yes: 'yes', no: 'no', unasked: 'not asked' }

/** "Holds it: no · Paid to post: no · Linked broker: held before posting". */
function Disclosed({ statement }: { statement: Statement }) {
  const { holding, details } = statement
  const paid = paidAnswer(statement)
  return (
    <p className="text-small text-ink-2 wrap-anywhere">
      {[
        `Holds it: ${HOLDS[holdsAnswer(statement)]}`,
        `Paid to post: ${PAID[paid]}${details?.paidBy === undefined ? '' : `, by ${details.paidBy}`}`,
        holding && `${holding.isSample ? 'Sample' : 'Linked'} broker: ${HOLDING_WORDS[holding.fact]}`,
        details?.target && `Target $${details.target}`,
        details?.stop && `Stop $${details.stop}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
  )
}

const EXITS = {
  horizon: 'at the end of its horizon',
  opposite: 'with an opposite signal',
  'stopped-trading': 'because the share stopped trading',
}

/** "Entry at the close of Nov 11, 2026. Exit at the close of Nov 18, 2026, at the end of its horizon". */
function datesText(part: NonNullable<Statement['outcome']>['parts'][number] | undefined): string | undefined {
  if (part?.does !== 'opens' || part.entryDay === null) return undefined
  const entry = `Entry at the close of ${dayText(part.entryDay)}`
  if (part.exitDay === null) return entry
  return `${entry}. Exit at the close of ${dayText(part.exitDay)}${part.exitReason ? `, ${EXITS[part.exitReason]}` : ''}`
}
