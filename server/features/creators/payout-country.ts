// The country of a creator's payouts: chosen before the payout account is created, and fixed from then on.
import type Stripe from 'stripe'
import { stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import { notify } from '#server/db/notify.ts'
import type { Deps } from '#server/deps.ts'
import type { PayoutCountry } from '#shared/contracts/creators.ts'
import { Problem } from '#shared/problems.ts'
import { countryName } from '#shared/rules/countries.ts'
import { refuseOutsideCountry } from './rules.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'stripe' | 'log'>

/** The countries that Stripe and the operator allow, by name. Throws `payments_unavailable` and `payments_slow`. */
export async function payoutCountryOf(deps: Needs, userId: string): Promise<PayoutCountry> {
  const named = await recipientCountries(deps)
  const { sellIn } = deps.config
  const { payoutCountry, stripeAccountId } = await deps.db
    .selectFrom('users')
    .select(['payoutCountry', 'stripeAccountId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const open = sellIn === null ? named : named.filter((code) => sellIn.includes(code))
  const countries = open
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  return { country: payoutCountry, isFixed: stripeAccountId !== null, countries }
}

/** Throws `country_fixed`, `country_not_open`, and what `payoutCountryOf` throws. */
export async function setPayoutCountry(deps: Needs, userId: string, country: string): Promise<PayoutCountry> {
  refuseOutsideCountry(deps.config.sellIn, country)
  if (!(await recipientCountries(deps)).includes(country))
    throw new Problem('country_not_open', {
      message: `Our payment provider can’t pay out to ${countryName(country)} yet.`,
    })
  const { db, clock } = deps
  await db.transaction().execute(async (trx) => {
    const set = await trx
      .updateTable('users')
      .set({ payoutCountry: country, updatedAt: clock.now() })
      .where('id', '=', userId)
      .where('stripeAccountId', 'is', null)
      .executeTakeFirstOrThrow()
    if (set.numUpdatedRows === 0n) throw new Problem('country_fixed')
    await notify(trx, [userId], 'account')
  })
  return await payoutCountryOf(deps, userId)
}

const HOUR_MS = 3_600_000
/** Stripe's list changes a few times a year. */
const kept = new WeakMap<Stripe, { at: number; countries: string[] }>()

/**
 * The countries that Stripe transfers to from the operator's country
 * (https://docs.stripe.com/api/country_specs/object).
 */
async function recipientCountries({ stripe, log, clock }: Needs): Promise<string[]> {
  const known = kept.get(stripe)
  const now = clock.now().getTime()
  if (known && now - known.at < HOUR_MS) return known.countries
  const countries = await withTimeout(readCountries(stripe), (error) =>
    log.error(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to read the countries of payouts',
    ),
  )
  kept.set(stripe, { at: now, countries })
  return countries
}

async function readCountries(stripe: Stripe): Promise<string[]> {
  const { country = 'US' } = await stripe.accounts.retrieveCurrent()
  return (await stripe.countrySpecs.retrieve(country)).supported_transfer_countries
}
