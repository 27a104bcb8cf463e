// The rules between a signal's details, its trade and the last close. Both sides check them.

/** Prices are decimal texts in US dollars. */
export type StatedDetails = {
  promotion?: string | undefined
  paidBy?: string | undefined
  target?: string | undefined
  stop?: string | undefined
  confidence?: string | undefined
}
type Stated = { signalType: string; tickers: readonly string[]; details: StatedDetails | null }
export type DetailsFault = { field: 'paidBy' | 'target' | 'stop' | 'confidence'; message: string }

/** Whether a trade only closes a position. Taking profits means that, too. */
export const onlyCloses = (signal: { onlyCloses: boolean; intent: string | null }): boolean =>
  signal.onlyCloses || signal.intent === 'taking_profits'

const PLACED = ['target', 'stop', 'confidence'] as const

/** The problem with the details by themselves, or null. */
export function detailsFault({ signalType, tickers, details }: Stated): DetailsFault | null {
  if (!details) return null
  if (details.paidBy !== undefined && details.promotion === undefined)
    return { field: 'paidBy', message: '“Paid by” is for paid promotions only' }
  const field = PLACED.find((name) => details[name] !== undefined)
  if (field === undefined) return null
  if (signalType !== 'buy' && signalType !== 'sell')
    return { field, message: 'Target, stop and confidence need a buy or a sell' }
  if (tickers.length !== 1) return { field, message: 'Target, stop and confidence need exactly one ticker' }
  const { target, stop } = details
  if (target === undefined || stop === undefined) return null
  const isInOrder = isBeyond(signalType, target, stop)
  const side = signalType === 'buy' ? 'below' : 'above'
  return isInOrder
    ? null
    : { field: 'stop', message: `For a ${signalType}, the stop must be ${side} the target` }
}

/**
 * The problem with target and stop relative to the last close, or null. `closeText` names the close in the message,
 * such as "the last close".
 */
export function closeFault(
  { signalType, details }: Pick<Stated, 'signalType' | 'details'>,
  close: string,
  closeText: string,
): DetailsFault | null {
  const { target, stop } = details ?? {}
  const sides = signalType === 'buy' ? ['above', 'below'] : ['below', 'above']
  if (target !== undefined && !isBeyond(signalType, target, close))
    return { field: 'target', message: `For a ${signalType}, the target must be ${sides[0]} ${closeText}` }
  if (stop !== undefined && !isBeyond(signalType, close, stop))
    return { field: 'stop', message: `For a ${signalType}, the stop must be ${sides[1]} ${closeText}` }
  return null
}

/** Whether one price is beyond the other in the direction of the trade. Numbers represent eleven digits exactly. */
const isBeyond = (signalType: string, one: string, other: string): boolean =>
  signalType === 'buy' ? Number(one) > Number(other) : Number(one) < Number(other)
