// Resolves shares that leave under a security number, because they no longer have a symbol, to the shares that are
// held.
import type { Decimal } from 'decimal.js'
import type { Activity } from '#engine/portfolio/activity.ts'
import { ZERO } from './drafts.ts'
import { type PackedActivity, packActivity, unpackActivity } from './packed-activity.ts'
import { isSecurityNumber } from './symbols.ts'

type Held = { quantity: Decimal; name: string }

/**
 * If shares leave under a CUSIP or ISIN that isn't held, and exactly one held share has a company name beginning with
 * the same word, they are that share. Brokers name the old shares of a merger or a name change this way.
 */
export function resolveSecurityNumbers(rows: PackedActivity[]): PackedActivity[] {
  if (!rows.some(({ text }) => NUMBER_LEAVES.test(text) && leavesUnderNumber(unpackActivity({ text }))))
    return rows
  const held = new Map<string, Held>()
  return rows.map((row) => {
    const activity = unpackActivity(row)
    const { symbol } = activity
    if (!symbol || activity.quantity.isZero()) return row
    const known = leavesUnderNumber(activity) ? knownAs(held, activity) : null
    const named = known === null ? activity : { ...activity, symbol: known }
    const before = held.get(named.symbol ?? '')
    held.set(named.symbol ?? '', {
      quantity: (before?.quantity ?? ZERO).plus(activity.quantity),
      name: before?.name ?? firstWord(activity.companyName),
    })
    return known === null ? row : packActivity({ ...row, activity: named })
  })
}

/** A quick check for a number in place of the symbol, before anything is unpacked. */
const NUMBER_LEAVES = /"type":"transfer","day":"[^"]*","symbol":"[A-Z0-9]{9}(?:[A-Z0-9]{3})?"/

const leavesUnderNumber = ({ symbol, quantity, type }: Activity) =>
  type === 'transfer' && quantity.isNegative() && !quantity.isZero() && isSecurityNumber(symbol ?? '')

function knownAs(
  held: ReadonlyMap<string, Held>,
  { symbol, quantity, companyName }: Activity,
): string | null {
  if (held.get(symbol ?? '')?.quantity.greaterThan(0)) return null
  const size = quantity.abs()
  const word = firstWord(companyName)
  const same = [...held].filter(([, one]) => word !== '' && one.name === word && one.quantity.gte(size))
  const [first, ...others] = same.some(([, one]) => one.quantity.eq(size))
    ? same.filter(([, one]) => one.quantity.eq(size))
    : same
  return first && others.length === 0 ? first[0] : null
}

const firstWord = (name: string | null) => /[A-Z0-9]{3,}/.exec((name ?? '').toUpperCase())?.[0] ?? ''
