// The waiting cases in the order in which they are due, or the decided ones.
import type { CaseRow } from '#shared/contracts/cases.ts'
import { paths } from '#web/paths.ts'
import { CardList } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { aboutText, dueText, holderText, MEASURE_WORDS, titleOf } from './case-words.ts'

type CaseListProps = {
  cases: readonly CaseRow[]
  openId?: string | undefined
  /** Inside a card. */
  isBare?: boolean
}

export function CaseList({ cases, openId, isBare = false }: CaseListProps) {
  const rows = cases.map((row) => <CaseLine key={row.id} row={row} isOpen={row.id === openId} />)
  return isBare ? (
    <ul aria-label="Cases" className="divide-y divide-line">
      {rows}
    </ul>
  ) : (
    <CardList as="ul" aria-label="Cases">
      {rows}
    </CardList>
  )
}

const WAITS_FOR = { appeal: 'Appeal', look: 'Another look', confirmation: 'Second moderator' }

function CaseLine({ row, isOpen }: { row: CaseRow; isOpen: boolean }) {
  const { id, reasons, dueAt, appealDueAt, waitsFor, measure, claim } = row
  const isWaiting = appealDueAt !== null
  const due = measure === null || isWaiting ? dueText(appealDueAt ?? dueAt) : null
  return (
    <li className={classes('relative px-4 py-3 md:px-5', isOpen && 'bg-brand-soft')}>
      <div className="flex items-baseline justify-between gap-3">
        <a
          href={paths.adminCase(id)}
          aria-current={isOpen || undefined}
          className="min-w-0 font-strong wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {waitsFor && `${WAITS_FOR[waitsFor]}: `}
          {titleOf(reasons)}
        </a>
        <span
          className={classes(
            'flex-none text-small tabular-nums',
            due?.isLate ? 'font-medium text-loss' : 'text-ink-2',
          )}
        >
          {due ? due.text : measure && MEASURE_WORDS[measure]}
        </span>
      </div>
      <p className="text-small wrap-anywhere text-ink-2">{aboutText(row)}</p>
      {claim && <p className="text-small font-medium wrap-anywhere text-ink-2">{holderText(claim)}</p>}
    </li>
  )
}
