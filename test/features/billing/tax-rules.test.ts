// The rules of tax, for each cent: Stripe's percentage gives exactly the fee, and parts of a tax add up to it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPrice } from '#shared/rules/money.ts'
import { feeAt, feePercentOf, taxOfRefund, taxPart } from '#shared/rules/tax.ts'

test('up to $100 the percentage gives each fee, far from half a cent; above, at most one cent less', () => {
  for (let total = 500; total <= 13_000; total += 1)
    for (const percent of [0, 10, 15]) {
      const price = Math.round(total / 1.1)
      const fee = splitPrice(price, percent).platformFeeInCents + total - price
      const chosen = feePercentOf(total, fee)
      expect(Number.isInteger(Math.round(chosen * 1e6) / 1e4)).toBe(true)
      const off = fee - feeAt(total, chosen)
      if (total <= 10_000) expect({ total, off }).toEqual({ total, off: 0 })
      else expect([0, 1]).toContain(off)
      const cents = (total * Math.round(chosen * 100)) / 10_000
      if (total < 10_000) expect(Math.abs(cents - fee)).toBeLessThan(0.5)
    }
})

test('refunds of any parts return all of the tax in the end, and never more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 13_000 }),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
      fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 8 }),
      (amountInCents, rate, shares) => {
        const payment = { amountInCents, taxInCents: Math.floor(amountInCents * rate) }
        let refunded = 0
        let tax = 0
        for (const share of [...shares, 1]) {
          const part = Math.ceil((amountInCents - refunded) * share)
          tax += taxOfRefund(payment, refunded, part)
          refunded += part
          expect(tax).toBe(taxPart(payment.taxInCents, refunded, amountInCents))
        }
        expect([refunded, tax]).toEqual([amountInCents, payment.taxInCents])
      },
    ),
  )
})
