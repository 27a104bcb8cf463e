// Compares the target and the stop of a new signal with the last close.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { lastClose } from '#server/market/last-close.ts'
import type { NewSignal } from '#shared/contracts/signals.ts'
import { Problem } from '#shared/problems.ts'
import { dayText } from '#shared/rules/dates.ts'
import { closeFault } from '#shared/rules/signal-details.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'market' | 'config'>

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * The problem with target and stop relative to the last close, as the refusal of the post. Null if there is none,
 * `unknown` if no close of the last two weeks is known, and undefined for a signal without both.
 */
export async function compareWithClose(
  deps: Needs,
  signal: z.output<typeof NewSignal>,
): Promise<Problem | 'unknown' | null | undefined> {
  const { target, stop } = signal.details ?? {}
  const [ticker] = signal.tickers
  if ((target === undefined && stop === undefined) || ticker === undefined) return undefined
  const last = await lastClose(deps, ticker)
  if (!last) return 'unknown'
  // Some market data licenses forbid showing prices.
  const price = deps.config.showsPrices ? ` of ${DOLLARS.format(last.close.toNumber())}` : ''
  const fault = closeFault(signal, last.close.toFixed(), `the last close${price} on ${dayText(last.day)}`)
  if (!fault) return null
  return new Problem(fault.field === 'target' ? 'target_at_close' : 'stop_at_close', {
    message: fault.message,
  })
}
