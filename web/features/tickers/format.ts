// Formats prices for display.

const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const BELOW_A_DOLLAR = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})

/** "$661.10", and up to four decimals below a dollar, as exchanges quote them. */
export const dollars = (price: number): string => (price < 1 ? BELOW_A_DOLLAR : CENTS).format(price)
