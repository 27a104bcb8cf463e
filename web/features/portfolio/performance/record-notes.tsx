// Notes that expose a misleading record: what is missing, what differs from the market, and its history.
import { History, TriangleAlert } from 'lucide-react'
import type { PerformanceSummary } from '#shared/contracts/portfolio.ts'
import type { MarketDifference, RecordEvent } from '#shared/contracts/track-record.ts'
import { dayText } from '#shared/rules/dates.ts'
import { type Doubt, doubtsOf, optionsEndedText } from '#shared/rules/doubts.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Table } from '#web/ui/table.tsx'
import { counted } from '../format.ts'
import { completenessNotes, eventTexts } from './record-descriptions.ts'

type RecordNotesProps = {
  /** Null if there is no return. */
  summary: PerformanceSummary | null
  events: readonly RecordEvent[]
  /** Only the owner gets these. */
  differences?: readonly MarketDifference[]
  /** Whether the reader is the owner. */
  isOwn?: boolean
}

/** Doubts that the card states in more detail, or elsewhere. */
const SAID_ELSEWHERE: readonly Doubt['kind'][] = [
  'returns',
  'flows',
  'openings',
  'opening_cash',
  'margin',
  'left_out',
  'unpriced',
  'options_ended',
  'options_priced',
  'break',
]

export function RecordNotes({ summary, events, differences = [], isOwn = false }: RecordNotesProps) {
  const history = eventTexts(events)
  const warnings = doubtsOf(summary ?? {}).filter(({ kind }) => !SAID_ELSEWHERE.includes(kind))
  const notes = summary ? [...completenessNotes(summary.completeness, isOwn), ...methodNotes(summary)] : []
  if (history.length + warnings.length + notes.length === 0) return null
  return (
    <div className="grid gap-2 text-small">
      {notes.length > 0 && (
        <ul className="grid gap-1.5 border-l-2 border-line pl-3 text-pretty text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className="grid gap-1">
          {warnings.map(({ kind, text }) => (
            <li key={kind} className="flex items-start gap-2">
              <TriangleAlert className="icon-sm mt-0.5 flex-none text-caution" />
              <span className="min-w-0 text-pretty">{text}</span>
            </li>
          ))}
        </ul>
      )}
      {differences.length > 0 && <Differences differences={differences} />}
      {history.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {history.map((text) => (
            <li key={text} className="flex items-start gap-2">
              <History className="icon-sm mt-0.5 flex-none" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Assumptions behind the figures that aren't in the rows of the record. */
function methodNotes({ areFlowsAssumed, unpriced, options }: PerformanceSummary): string[] {
  return [
    ...(areFlowsAssumed ? [FLOWS_ASSUMED] : []),
    ...(unpriced === null
      ? []
      : [
          `${counted(unpriced.holdings, 'holding')}, ${unpriced.weight} of the account: no price since ${dayText(unpriced.since)}, so the last known price is used.`,
        ]),
    ...(options.atIntrinsic === null ? [] : [intrinsicNote(options.atIntrinsic)]),
    ...(options.ended === 0 ? [] : [`${optionsEndedText(options.ended)}: ${ENDS_ASSUMED}`]),
  ]
}

const intrinsicNote = ({
  holdings,
  weight,
}: NonNullable<PerformanceSummary['options']['atIntrinsic']>): string =>
  `${counted(holdings, 'option')}, ${weight} of the account: we have no prices of options, so on days without a trade they count as if they were exercised at the share’s close.`

const ENDS_ASSUMED =
  'the file doesn’t say what happened to them. We assume they expired: worthless if out of the money at that day’s close, otherwise at exercise value.'

const FLOWS_ASSUMED =
  'Deposits and withdrawals assumed: the file doesn’t list any, so each purchase counts as a new deposit.'

function Differences({ differences }: { differences: readonly MarketDifference[] }) {
  return (
    <Disclosure label="Show the differences">
      <p className="text-ink-2">Only you can see this list. Others only see the count.</p>
      <Table
        caption="Differences from the market, newest first"
        heads={['Day', 'Your file', 'Market']}
        rows={differences.map((difference, index) => ({
          key: index,
          cells: [
            <span key="day" className="grid">
              {dayText(difference.day)}
              <span className="text-small text-ink-2">{difference.symbol}</span>
            </span>,
            recordedText(difference),
            marketText(difference),
          ],
        }))}
        className="max-h-80 rounded-badge bg-surface"
      />
    </Disclosure>
  )
}

function recordedText({ kind, recorded, currency }: MarketDifference): string {
  if (recorded === null) return 'Dividend'
  return `${kind === 'dividend' ? 'Dividend ' : ''}${priceText(recorded, currency)}`
}

function marketText({ kind, low, high, currency }: MarketDifference): string {
  if (high === null) return 'None paid'
  if (kind === 'dividend' || low === null) return `${priceText(high, currency)} a share`
  return `${priceText(low, currency)} to ${priceText(high, currency)}`
}

/** Two decimals; four for shares below one unit of the currency. */
const priceText = (price: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: price < 1 ? 4 : 2,
  }).format(price)
