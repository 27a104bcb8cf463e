// A person's statements about a ticker as a CSV file.
import { spreadsheetLine } from '#server/features/data-exports/rules.ts'
import type { Statement, Statements } from '#shared/contracts/statements.ts'
import { holdsAnswer, paidAnswer } from '#shared/rules/disclosure-text.ts'
import { outcomeOfTicker } from '#shared/rules/outcome-of-ticker.ts'

const COLUMNS = [
  'posted_at',
  'type',
  'tickers',
  'intent',
  'time_horizon',
  'only_closes',
  'for_subscribers',
  'text',
  'hidden',
  'holds',
  'paid',
  'paid_by',
  'linked_broker',
  'target',
  'stop',
  'confidence',
  'status',
  'entry_day',
  'entry_close',
  'exit_day',
  'exit_reason',
  'last_close',
  'return',
  'spy',
  'ahead_of_spy',
  'public_log_no',
  'address',
]

/** RFC 4180. The figures are those of this ticker: ratios, closes in US dollars, days in New York. */
export const statementsCsv = ({ ticker, statements }: Statements, origin: string): string =>
  [COLUMNS, ...statements.map((statement) => lineOf(statement, ticker, origin))].map(spreadsheetLine).join('')

function lineOf(statement: Statement, ticker: string, origin: string): unknown[] {
  const { createdAt, signalType, tickers = [], details, holding, hidden, logIndex } = statement
  const outcome = statement.outcome && outcomeOfTicker(statement.outcome, ticker)
  const part = outcome?.parts.find((one) => one.ticker === ticker)
  return [
    createdAt,
    signalType,
    tickers.join(' '),
    statement.intent,
    statement.timeHorizon,
    statement.onlyCloses ?? false,
    statement.isPremium,
    statement.content,
    hidden,
    holdsAnswer(statement),
    paidAnswer(statement),
    details?.paidBy,
    holding && (holding.isSample ? `sample: ${holding.fact}` : holding.fact),
    details?.target,
    details?.stop,
    details?.confidence,
    outcome?.status,
    part?.entryDay,
    part?.entryClose,
    part?.exitDay,
    part?.exitReason,
    part?.lastClose,
    part?.return,
    part?.benchmark,
    part?.excess,
    logIndex,
    `${origin}/s/${statement.id}`,
  ]
}
