// A saved card in words.

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** "Visa ending 4242". */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? 'Card'} ending ${last4}`

type Expiry = { exp_month: number; exp_year: number }

/** "08/28". */
export const expiryText = ({ exp_month: month, exp_year: year }: Expiry): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`

/** A card is valid through the end of its month. */
export const isExpired = ({ exp_month: month, exp_year: year }: Expiry, now = new Date()): boolean =>
  Date.UTC(year, month, 1) <= now.getTime() - 12 * 3_600_000
