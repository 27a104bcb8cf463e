// The split between creator and platform: for every price and percentage both parts are whole cents and add up.
import { describe, expect, test } from 'vitest'
import { SUBSCRIPTION_PRICE_MAX_IN_CENTS, SUBSCRIPTION_PRICE_MIN_IN_CENTS } from '#shared/limits.ts'
import { splitPrice } from '#shared/rules/money.ts'

const [LOWEST, HIGHEST] = [SUBSCRIPTION_PRICE_MIN_IN_CENTS, SUBSCRIPTION_PRICE_MAX_IN_CENTS]
const PERCENTS = Array.from({ length: 101 }, (_, percent) => percent)

/** Rounds half up in integers, from the fee in hundredths of a cent. */
function feeByHand(price: number, percent: number): number {
  const hundredths = price * percent
  const remainder = hundredths % 100
  return (hundredths - remainder) / 100 + (remainder >= 50 ? 1 : 0)
}

// @spec-9.6
test('the lowest and highest price are those of the specification', () => {
  expect([LOWEST, HIGHEST]).toEqual([500, 10_000])
})

// @spec-9.7
test.each(PERCENTS)(
  'at %i percent every price from 500 to 10000 cents splits without a remainder',
  (percent) => {
    const wrong: unknown[] = []
    for (let price = LOWEST; price <= HIGHEST; price += 1) {
      const { creatorShareInCents: share, platformFeeInCents: fee } = splitPrice(price, percent)
      const isWhole = Number.isInteger(share) && Number.isInteger(fee) && share >= 0 && fee >= 0
      if (!isWhole || share + fee !== price || fee !== feeByHand(price, percent))
        wrong.push({ price, fee, share })
    }
    expect(wrong).toEqual([])
  },
)

describe('Known splits', () => {
  test.each([
    [500, 10, 50, 450],
    [505, 10, 51, 454],
    [515, 10, 52, 463],
    [999, 10, 100, 899],
    [994, 10, 99, 895],
    [9995, 10, 1000, 8995],
    [10_000, 10, 1000, 9000],
    [600, 15, 90, 510],
    [503, 15, 75, 428],
    [10_000, 0, 0, 10_000],
    [9999, 100, 9999, 0],
    [501, 50, 251, 250],
  ])(
    '%i cents at %i percent are %i for the platform and %i for the creator',
    (price, percent, fee, share) => {
      expect(splitPrice(price, percent)).toEqual({ platformFeeInCents: fee, creatorShareInCents: share })
    },
  )
})
