// Stores activities as JSON while a file is read, which takes a fifth of the memory of the objects (measured).
import { Decimal } from 'decimal.js'
import type { Activity } from '../port.ts'
import type { Checked, Joins } from './check-draft.ts'

export type Packed = {
  /** The activity as JSON, with numbers as text. */
  text: string
  /** The parts needed for sorting and counting. */
  day: string
  currency: string
  seconds: number
  /** How the row relates to others of its file; undefined for nearly all. */
  joins: Joins | undefined
}

export const packed = ({ activity, seconds, joins }: Checked): Packed => ({
  text: JSON.stringify(activity),
  day: activity.day,
  currency: activity.currency,
  seconds,
  joins,
})

type Numbers = 'quantity' | 'price' | 'cash' | 'fee' | 'ratio'
type Written = Omit<Activity, Numbers> &
  Record<'quantity' | 'cash' | 'fee', string> &
  Record<'price' | 'ratio', string | null>

/** Returns exactly what was packed. */
export function unpacked({ text }: Pick<Packed, 'text'>): Activity {
  const written = JSON.parse(text) as Written
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
