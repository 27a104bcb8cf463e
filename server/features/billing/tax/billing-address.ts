// The billing address that taxes are calculated from. It is stored at Stripe only.
import type { z } from 'zod'
import { stripeErrorCode, stripeErrorMessage, withTimeout } from '#server/adapters/stripe.ts'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { type BillingAddress, tax } from '#shared/contracts/tax.ts'
import { Problem } from '#shared/problems.ts'
import { customerOf } from '../customer.ts'
import { isDeletedCustomer } from '../rules.ts'
import { syncBillingRecord } from '../sync/sync-billing-record.ts'
import { retryTaxes } from './untaxed-draft.ts'

type Needs = Pick<Deps, 'db' | 'stripe' | 'clock'>

export function addressRoutes(serve: Serve, deps: Deps): void {
  const failed = (error: unknown) =>
    deps.log.warn(
      { event: 'stripe_call_failed', error: stripeErrorMessage(error) },
      'failed to read or change a billing address',
    )
  serve(tax.address, ({ viewer }) => withTimeout(readAddress(deps, viewer.id), failed))
  serve(tax.changeAddress, async ({ viewer, body }) => {
    const address = await withTimeout(changeAddress(deps, viewer.id, body), failed)
    // The address is saved. If this fails, the sweep retries the renewals that wait for it.
    void retryTaxes(deps, viewer.id, (id) => syncBillingRecord(deps, id)).catch(failed)
    return address
  })
}

/** Null without a customer or a country. Throws errors of the SDK. */
async function readAddress({ db, stripe }: Needs, userId: string): Promise<BillingAddress | null> {
  const { stripeCustomerId: id } = await db
    .selectFrom('users')
    .select('stripeCustomerId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (id === null) return null
  const customer = await stripe.customers.retrieve(id)
  const address = isDeletedCustomer(customer) ? null : customer.address
  if (!address?.country) return null
  const { country, postal_code: postalCode, state } = address
  return { country, postalCode: postalCode ?? '', state: state ?? '' }
}

/** Throws `billing_address_unknown` if Stripe can't locate the address, and errors of the SDK. */
export async function changeAddress(
  deps: Needs,
  userId: string,
  address: z.output<typeof BillingAddress>,
): Promise<BillingAddress> {
  const { country, postalCode, state } = address
  try {
    await deps.stripe.customers.update(await customerOf(deps, userId), {
      address: { country, postal_code: postalCode, state },
      tax: { validate_location: 'immediately' },
    })
  } catch (error) {
    if (stripeErrorCode(error) !== 'customer_tax_location_invalid') throw error
    throw new Problem('billing_address_unknown')
  }
  return address
}
