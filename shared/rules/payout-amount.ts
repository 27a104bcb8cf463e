// Amounts of payouts, which are in the currency of the creator's bank.

/** Stripe's currencies without a smaller unit, and with thousandths (https://docs.stripe.com/currencies). */
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THOUSANDTHS = 'bhd jod kwd omr tnd'.split(' ')

/** "$118.80" or "¥12,000": an amount in the smallest unit of its currency, such as `usd`. */
export function payoutAmount(amount: number, currency: string): string {
  const digits = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}
