// Compares the dividends of an imported file with those the company paid.
import type { Dividend } from '#engine/market/prices.ts'
import type { Decimal } from 'decimal.js'
import type { Activity } from '../activity.ts'
import { dayNumber, dayOf } from '#engine/market/calendar-day.ts'
import { datedSeries } from '#engine/market/dated-series.ts'

/**
 * Amounts per share, in the currency of the recorded dividend. `recorded` is null if the share count is unknown, `paid`
 * if no dividend was paid.
 */
export type CheckedDividend = {
  dividend: Activity
  recorded: number | null
  paid: number | null
  isUnmatched: boolean
}

/** Some brokers record a dividend days after payment, others on the ex-dividend day. */
const NEAR_DAYS = 10
/** The window used if the payment day is unknown. */
const PAID_WITHIN_DAYS = 60
/** Dividends are paid some weeks after the ex-dividend day, by some companies three months. */
const PAID_AFTER_DAYS = 100
/** A recorded dividend above this multiple of the paid one didn't come from the company. */
const TOO_MUCH = 1.5

/** The earliest ex-dividend day of a dividend that was paid on that day. */
export const earliestExDay = (day: string): string => dayOf(dayNumber(day) - PAID_AFTER_DAYS)

/**
 * The dividends of one symbol in one account. `history`: all activities of the symbol there, in order, with splits
 * placed (`placeSplits`). `since`: the first day of the account's history. `rate`: units of the second currency for one
 * of the first on a day; if null, only the days are compared.
 */
export function checkDividends(
  history: readonly Activity[],
  paid: readonly Dividend[],
  since: string,
  rate: (from: string, to: string, day: string) => Decimal | null,
): CheckedDividend[] {
  const booked = history.filter(({ type, cash }) => type === 'dividend' && cash.greaterThan(0))
  if (booked.length === 0) return []
  const nearest = exDays(paid)
  const sharesOn = sharesHeld(history)
  const byPayment = Map.groupBy(booked, ({ day }) => nearest(day))
  return [...byPayment].flatMap(([exDay, rows]) => {
    const last = rows.at(-1)?.day ?? ''
    if (exDay === null) return rows.map((dividend) => unmatched(dividend, sharesOn(dividend.day), null))
    // Companies pay for shares held before the ex-dividend day; some brokers record what is held later.
    const shares = Math.max(sharesOn(exDay, 'before'), sharesOn(last))
    const isFromBefore = shares <= 0 && exDay <= since
    const currency = rows[0]?.currency ?? ''
    const amounts = paid
      .filter(({ day }) => day === exDay)
      .map((one) => rate(one.currency, currency, exDay)?.times(one.amount).toNumber() ?? NaN)
    const perShare = amounts.reduce((sum, amount) => sum + amount, 0)
    const cash = rows.reduce((sum, row) => sum + row.cash.toNumber(), 0)
    const isUnmatched = cash > perShare * TOO_MUCH * Math.max(shares, 0) + 0.01 && !isFromBefore
    return rows.map((row) =>
      isUnmatched
        ? unmatched(row, shares, perShare)
        : { dividend: row, recorded: null, paid: null, isUnmatched: false },
    )
  })
}

const unmatched = (dividend: Activity, shares: number, paid: number | null): CheckedDividend => ({
  dividend,
  recorded: shares > 0 ? dividend.cash.toNumber() / shares : null,
  paid,
  isUnmatched: true,
})

/** Finds the ex-dividend day of the payment nearest to a day. Null if none is near enough. */
function exDays(paid: readonly Dividend[]): (day: string) => string | null {
  const payments = paid.map(({ day, payDay }) => ({
    exDay: day,
    ex: dayNumber(day),
    pay: payDay === null ? null : dayNumber(payDay),
  }))
  const known = new Map<string, string | null>()
  const nearest = (day: string): string | null => {
    const booked = dayNumber(day)
    let found: { exDay: string; distance: number } | null = null
    for (const { exDay, ex, pay } of payments) {
      const distance = Math.min(Math.abs(booked - ex), Math.abs(booked - (pay ?? ex)))
      const mayBePaid = pay === null && booked >= ex && booked - ex <= PAID_WITHIN_DAYS
      if ((distance <= NEAR_DAYS || mayBePaid) && distance < (found?.distance ?? Infinity))
        found = { exDay, distance }
    }
    return found?.exDay ?? null
  }
  return (day) => {
    if (!known.has(day)) known.set(day, nearest(day))
    return known.get(day) ?? null
  }
}

/** Returns how many shares were held at the end of a day or of the day before. `history` is in order. */
function sharesHeld(history: readonly Activity[]) {
  const byDay = new Map<string, number>()
  let shares = 0
  for (const { day, quantity } of history) byDay.set(day, (shares += quantity.toNumber()))
  const series = datedSeries(byDay)
  return (day: string, when: 'after' | 'before' = 'after'): number =>
    series.onOrBefore(when === 'after' ? day : dayOf(dayNumber(day) - 1))?.value ?? 0
}
