// The product and the price of the creator plan, found by the price's lookup key.
import type Stripe from 'stripe'
import { findOrCreate } from '#server/adapters/stripe.ts'
import { exactPrice } from '#shared/rules/money.ts'
import { PLAN_LOOKUP_KEY, PLAN_PRICE, planPriceKey } from '../checkout/start-plan.ts'
import { type Comparison, type Difference, quietly } from './difference.ts'

const WANTED = `${exactPrice(PLAN_PRICE.unit_amount)} a month`

export async function comparePlan(stripe: Stripe): Promise<Comparison> {
  const price = await priceOf(stripe)
  const fine = `The creator plan costs ${WANTED} (lookup key ${PLAN_LOOKUP_KEY}).`
  if (!price)
    return { fine, differences: [toCreate(stripe, undefined, `There is no price ${PLAN_LOOKUP_KEY}.`)] }
  if (!isWanted(price)) {
    const says = `The price ${PLAN_LOOKUP_KEY} is ${termsOf(price)}, not ${WANTED}.`
    return { fine, differences: [toCreate(stripe, price.id, says)] }
  }
  const differences: Difference[] = []
  if (!price.active)
    differences.push({
      says: `The price ${PLAN_LOOKUP_KEY} is archived.`,
      fix: {
        verb: 'enable',
        what: 'the price',
        apply: quietly(() => stripe.prices.update(price.id, { active: true })),
      },
    })
  const { name } = PLAN_PRICE.product_data
  const { product } = price
  if (typeof product === 'object' && !product.deleted && (product.name !== name || !product.active))
    differences.push({
      says: `The plan’s product is ${product.active ? '' : 'archived and '}called “${product.name}”.`,
      fix: {
        verb: 'change',
        what: `it to an active product called “${name}”`,
        apply: quietly(() => stripe.products.update(product.id, { name, active: true })),
      },
    })
  return { fine, differences }
}

async function priceOf(stripe: Stripe): Promise<Stripe.Price | null> {
  const { data } = await stripe.prices.list({
    lookup_keys: [PLAN_LOOKUP_KEY],
    limit: 1,
    expand: ['data.product'],
  })
  return data[0] ?? null
}

const isWanted = ({ unit_amount: cents, currency, recurring }: Stripe.Price): boolean =>
  cents === PLAN_PRICE.unit_amount &&
  currency === PLAN_PRICE.currency &&
  recurring?.interval === PLAN_PRICE.recurring.interval &&
  recurring.interval_count === 1

const termsOf = ({ unit_amount: cents, currency, recurring }: Stripe.Price): string =>
  `${(cents ?? 0) / 100} ${currency.toUpperCase()} ${recurring ? `every ${recurring.interval_count} ${recurring.interval}` : 'once'}`

/** A price never changes: another one takes its lookup key. Plans that began keep the old one. */
const toCreate = (stripe: Stripe, previous: string | undefined, says: string): Difference => ({
  says,
  fix: {
    verb: 'create',
    what: `the product “${PLAN_PRICE.product_data.name}” with a price of ${WANTED}`,
    apply: quietly(() =>
      findOrCreate(
        planPriceKey(previous),
        async () => {
          const price = await priceOf(stripe)
          return price && isWanted(price) ? price : null
        },
        (options) => stripe.prices.create(PLAN_PRICE, options),
      ),
    ),
  },
})
