// The first rows of a table as the current column mapping parses them: transaction, date and amount, or the
// issue.
import { CircleAlert } from 'lucide-react'
import { dayText } from '#shared/rules/dates.ts'
import type { ReadRow } from '#shared/contracts/column-mapping.ts'

export function ParsedRows({ rows }: { rows: ReadRow[] | undefined }) {
  if (!rows) return <p className="text-small text-ink-3">Reading…</p>
  const readable = rows.filter(({ reason }) => reason === null).length
  return (
    <>
      <p role="status" className="text-small text-ink-2">
        {readable === rows.length
          ? `All ${rows.length} can be read.`
          : `${readable} of ${rows.length} can be read.`}
      </p>
      <ul className="divide-y divide-line rounded-badge border border-line">
        {rows.map((row) => (
          <li key={row.line} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-3 py-2.5">
            <span className="text-small text-ink-3 tabular-nums">Line {row.line}</span>
            {row.reason === null ? <ParsedActivities row={row} /> : <RowIssue reason={row.reason} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function ParsedActivities({ row: { activities } }: { row: ReadRow }) {
  if (activities.length === 0) return <span className="text-small text-ink-2">Changes nothing</span>
  return activities.map((activity, index) => (
    <span key={index} className="col-start-2 grid gap-0.5">
      <span className="wrap-anywhere">
        <span className="font-medium">{TYPE_LABELS[activity.type] ?? activity.type}</span>{' '}
        {quantityText(activity)}
      </span>
      <span className="text-small text-ink-2 tabular-nums">
        {dayText(activity.day)} · {amountText(activity.cash)} {activity.currency}
        {activity.fee !== '0' && `, fee ${MONEY.format(Number(activity.fee))}`}
      </span>
    </span>
  ))
}

function RowIssue({ reason }: { reason: string }) {
  return (
    <span className="flex items-start gap-1.5 text-small text-loss">
      <CircleAlert className="icon-sm mt-0.5" />
      <span className="min-w-0 wrap-anywhere">{reason}</span>
    </span>
  )
}

type Activity = ReadRow['activities'][number]

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 })
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

const quantityText = ({ symbol, quantity, price }: Activity): string =>
  [
    quantity === null ? null : NUMBER.format(Math.abs(Number(quantity))),
    symbol,
    price === null ? null : `at ${MONEY.format(Number(price))}`,
  ]
    .filter((part) => part !== null)
    .join(' ')

function amountText(cash: string): string {
  const amount = Number(cash)
  return `${amount < 0 ? '−' : amount > 0 ? '+' : ''}${MONEY.format(Math.abs(amount))}`
}

const TYPE_LABELS: Record<string, string> = {
  buy: 'Buy',
  sell: 'Sell',
  dividend: 'Dividend',
  interest: 'Interest',
  fee: 'Fee',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  split: 'Split',
  transfer: 'Transfer',
}
