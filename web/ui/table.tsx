// A table of figures: the first column names each row, the other columns are right-aligned.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type TableProps = {
  /** The accessible name of the table and of its scroll container. */
  caption: string
  heads: readonly string[]
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
  /** Left-aligns all columns, for text instead of figures. */
  words?: boolean | undefined
  /**
   * For long tables a maximum height, in which the rows scroll below the header, and a background for the
   * header.
   */
  className?: string | undefined
}

export function Table({ caption, heads, rows, words = false, className }: TableProps) {
  const side = words ? 'text-left' : 'text-right'
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={caption} tabIndex={0} className={classes('overflow-auto', className)}>
      <table className="w-full bg-inherit text-label tabular-nums max-xs:text-small">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky -top-px z-1 bg-inherit shadow-[inset_0_-1px_0_var(--color-line)]">
          <tr className="text-small text-ink-3">
            {heads.map((head, column) => (
              <th
                key={head}
                scope="col"
                className={classes('py-2 font-medium', column === 0 ? 'pr-3 text-left' : `pl-3 ${side}`)}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...others] }) => (
            <tr key={key} className="border-t border-line align-baseline first:border-t-0">
              <th scope="row" className="py-2.5 pr-3 text-left font-regular whitespace-nowrap">
                {name}
              </th>
              {others.map((cell, column) => (
                <td
                  key={heads[column + 1]}
                  className={classes('py-2.5 pl-3', side, words ? 'wrap-anywhere' : 'whitespace-nowrap')}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
