// One row of a CardList: an avatar, one or two lines of text, and a figure or buttons at the end.
import type { ReactNode, Ref } from 'react'
import { classes } from './classes.ts'

type ListRowProps = {
  /** Avatar or TickerAvatar. */
  lead?: ReactNode
  title: ReactNode
  sub?: ReactNode
  /** A figure, a badge or buttons. */
  end?: ReactNode
  /** A separate line below the text. */
  foot?: ReactNode
  /** Moves `end` below the text on narrow screens, for rows with buttons. */
  stack?: boolean | undefined
  /** Highlights the row that a link led to, and makes it focusable by script. */
  marked?: boolean | undefined
  ref?: Ref<HTMLLIElement> | undefined
}

export function ListRow(props: ListRowProps) {
  const { lead, title, sub, end, foot, stack = false, marked = false, ref } = props
  return (
    <li
      ref={ref}
      tabIndex={marked ? -1 : undefined}
      className={classes(
        'flex min-h-17 items-center gap-3 px-4 py-3 max-[20rem]:flex-wrap md:px-6',
        stack && (lead === undefined ? 'flex-wrap' : 'flex-wrap xs:flex-nowrap'),
        foot !== undefined && 'flex-wrap gap-y-2',
        marked && '-outline-offset-2 bg-brand-soft',
      )}
    >
      {lead}
      <div
        className={classes(
          'grid min-w-0 flex-1 wrap-break-word',
          // Beside a wide control, the name stays whole: the control goes below it.
          stack && lead === undefined && 'basis-40',
        )}
      >
        <span className={TITLE}>{title}</span>
        {sub !== undefined && <span className="text-small text-ink-2">{sub}</span>}
      </div>
      {end !== undefined && (
        <div
          className={classes(
            'flex flex-none flex-wrap items-center justify-end gap-2 text-right tabular-nums',
            stack && 'w-full justify-start! xs:w-auto xs:justify-end! xs:pl-0',
            stack && lead !== undefined && 'pl-13',
          )}
        >
          {end}
        </div>
      )}
      {foot !== undefined && <div className="w-full pl-13 text-small max-tight:pl-0">{foot}</div>}
    </li>
  )
}

/**
 * Clamped to two lines, like a link inside. That would also clip the focus ring of the link, so this draws
 * the ring.
 */
const TITLE = classes(
  'line-clamp-2 max-w-full justify-self-start rounded-badge font-strong outline-offset-2 outline-focus',
  'has-focus-visible:outline-2 [&_a]:line-clamp-2 [&_a]:outline-none',
)

/** A figure above a small note, for the end of a row. */
export function RowFigure({ value, note, tone = 'plain' }: RowFigureProps) {
  return (
    <span className="grid justify-items-end">
      <span className={classes('font-strong', TONE[tone])}>{value}</span>
      {note !== undefined && <span className="text-caption whitespace-nowrap text-ink-3">{note}</span>}
    </span>
  )
}
type RowFigureProps = { value: ReactNode; note?: ReactNode; tone?: keyof typeof TONE | undefined }

const TONE = { plain: 'text-ink', gain: 'text-gain', loss: 'text-loss', flat: 'text-ink-3' }
