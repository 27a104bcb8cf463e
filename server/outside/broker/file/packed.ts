// An activity as it is kept while a file is read: as JSON, which takes a fifth of the memory of its parts (measured).
import { Decimal } from 'decimal.js'
import type { Activity } from '../port.ts'
import type { Checked } from './check-draft.ts'

export type Packed = {
  /** The activity as JSON, its numbers as text. */
  text: string
  /** Those parts of it by which rows are put in order and counted. */
  day: string
  currency: string
  seconds: number
  leg: string | undefined
  ends: boolean
}

export const packed = ({ activity, seconds, leg, ends = false }: Checked): Packed => ({
  text: JSON.stringify(activity),
  day: activity.day,
  currency: activity.currency,
  seconds,
  leg,
  ends,
})

type Numbers = 'quantity' | 'price' | 'cash' | 'fee' | 'ratio'
type Written = Omit<Activity, Numbers> &
  Record<'quantity' | 'cash' | 'fee', string> &
  Record<'price' | 'ratio', string | null>

/** Exactly what was packed. */
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
