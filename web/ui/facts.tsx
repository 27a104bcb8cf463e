// Labeled values: a row of counts on a profile, a grid of facts about an account, the lines of a price.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export type Fact = { label: ReactNode; value: ReactNode; tone?: 'plain' | 'gain' | 'loss' | undefined }
/** `link.name` is what screen readers say, such as "212 followers". `note` follows below the label. */
export type Count = Fact & { link?: { href: string; name: string }; note?: ReactNode }

const TONE = { plain: '', gain: 'text-gain', loss: 'text-loss' }

/** The value above its label, for two to four counts. */
export function Counts({ items }: { items: readonly Count[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {items.map(({ label, value, tone = 'plain', link, note }, place) => (
        <div key={place} className="relative flex flex-col">
          <dt className="order-1 text-small text-ink-3">{label}</dt>
          <dd className={classes('text-lead font-strong tabular-nums', TONE[tone])}>
            {link ? (
              // Covers the label too: a figure of one digit is too small to press.
              <a
                href={link.href}
                aria-label={link.name}
                className="inline-block min-w-6 underline-offset-[0.2em] after:absolute after:-inset-1 after:rounded-badge hover:underline"
              >
                {value}
              </a>
            ) : (
              value
            )}
          </dd>
          {note && <dd className="order-2 mt-1">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** The label above its value, in two columns on phones and in one row on wide screens. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))]">
      {items.map(({ label, value, tone = 'plain' }, place) => (
        <div key={place} className="grid content-start gap-0.5">
          <dt className="text-small text-ink-3">{label}</dt>
          <dd className={classes('font-strong tabular-nums wrap-break-word', TONE[tone])}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The lines of a price. `total` is bold and separated by a line. */
export function PriceBreakdown({ items, total }: { items: readonly Fact[]; total?: Fact | undefined }) {
  return (
    <dl className="grid gap-3 text-button tabular-nums">
      {items.map(({ label, value }, place) => (
        <div key={place} className="flex justify-between gap-4 text-ink-2">
          <dt>{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
      {total && (
        <div className="flex justify-between gap-4 border-t border-line pt-3 text-body font-strong">
          <dt>{total.label}</dt>
          <dd className="text-right">{total.value}</dd>
        </div>
      )}
    </dl>
  )
}
