// Stores activities as JSON while a file is read, which takes a fifth of the memory of the objects (measured).
import { Decimal } from 'decimal.js'
import type { Activity } from '#engine/portfolio/activity.ts'
import type { CheckedDraft, RowLinks } from './check-draft.ts'

export type PackedActivity = {
  /** The activity as JSON, with numbers as text. */
  text: string
  /** The parts needed for sorting and counting. */
  day: string
  currency: string
  seconds: number
  /** How the row relates to others of its file; undefined for nearly all. */
  links: RowLinks | undefined
}

export const packActivity = ({ activity, seconds, links }: CheckedDraft): PackedActivity => ({
  text: JSON.stringify(activity),
  day: activity.day,
  currency: activity.currency,
  seconds,
  links,
})

type Numbers = 'quantity' | 'price' | 'cash' | 'fee' | 'ratio'
type ActivityJson = Omit<Activity, Numbers> &
  Record<'quantity' | 'cash' | 'fee', string> &
  Record<'price' | 'ratio', string | null>

/** Returns exactly what was packed. */
export function unpackActivity({ text }: Pick<PackedActivity, 'text'>): Activity {
  const written = JSON.parse(text) as ActivityJson
  const { quantity, price, cash, fee, ratio } = written
  return {
    ...written,
    quantity: new Decimal(quantity),
    price: price === null ? null : new Decimal(price),
    cash: new Decimal(cash),
    fee: new Decimal(fee),
    ratio: ratio === null ? null : new Decimal(ratio),
  }
}
