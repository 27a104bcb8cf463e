// The site's domain, so that the card form may offer wallets such as Apple Pay and Link.
import type Stripe from 'stripe'
import { type Comparison, type Difference, quietly } from './difference.ts'

export async function compareDomain(stripe: Stripe, publicUrl: string): Promise<Comparison> {
  const { hostname: name } = new URL(publicUrl)
  const fine = `The domain ${name} may show wallets such as Apple Pay.`
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: name, limit: 1 })
  const [domain] = data
  if (!domain)
    return {
      fine,
      differences: [
        {
          says: `The domain ${name} isn’t registered for wallets such as Apple Pay.`,
          fix: {
            verb: 'create',
            what: `the payment-method domain ${name}`,
            apply: quietly(() => stripe.paymentMethodDomains.create({ domain_name: name })),
          },
        },
      ],
    }
  const differences: Difference[] = []
  if (!domain.enabled)
    differences.push({
      says: `The payment-method domain ${name} is turned off.`,
      fix: {
        verb: 'enable',
        what: `the payment-method domain ${name}`,
        apply: quietly(() => stripe.paymentMethodDomains.update(domain.id, { enabled: true })),
      },
    })
  const { status, status_details: details } = domain.apple_pay
  if (status !== 'active')
    differences.push({
      says: `Apple Pay isn’t active on ${name}: ${details?.error_message ?? 'Stripe gives no reason'}. See https://dashboard.stripe.com/settings/payment_method_domains.`,
      fix: null,
    })
  return { fine, differences }
}
