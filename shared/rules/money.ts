// Prices as people read them, and the split between creator and platform. Money is integer US cents.

/** "$6" or "$9.50": cents are shown only when there are any. */
export function price(cents: number): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)
}
