// Our configuration of the billing portal, found by its metadata.
import type Stripe from 'stripe'
import { PORTAL, portalConfigurations } from '../checkout/portal.ts'
import { type Comparison, type Difference, quietly } from './difference.ts'

const FINE =
  'The billing portal lets customers change cards, read invoices and cancel, and never switch a subscription to another price.'

export async function comparePortal(stripe: Stripe): Promise<Comparison> {
  const { configurations } = stripe.billingPortal
  const [first, ...more] = (await portalConfigurations(stripe)).toReversed()
  if (!first)
    return {
      fine: FINE,
      differences: [
        {
          says: 'The billing portal has no configuration of ours.',
          fix: {
            verb: 'create',
            what: 'the configuration of the billing portal',
            apply: quietly(() => configurations.create(PORTAL)),
          },
        },
      ],
    }
  const { features, business_profile } = PORTAL
  const wrong = [
    ...differing(features, first.features, 'features'),
    ...differing(business_profile, first.business_profile, 'business_profile'),
  ]
  const differences: Difference[] = more.map(({ id }) => ({
    says: `The billing portal has a second configuration of ours, ${id}.`,
    fix: {
      verb: 'remove',
      what: 'the second configuration',
      apply: quietly(() => configurations.update(id, { active: false })),
    },
  }))
  if (wrong.length > 0)
    differences.push({
      says: `The billing portal differs: ${wrong.join(', ')}.`,
      fix: {
        verb: 'change',
        what: 'its configuration',
        apply: quietly(() => configurations.update(first.id, { features, business_profile })),
      },
    })
  return { fine: FINE, differences }
}

/** The settings that differ from the wanted ones, such as "features.subscription_update.enabled is true". */
function differing(wanted: object, actual: unknown, path: string): string[] {
  return Object.entries(wanted).flatMap(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`
    const is = (actual as Record<string, unknown> | null)?.[name]
    if (typeof value === 'object' && value !== null) return differing(value, is, at)
    return is === value ? [] : [`${at} is ${String(is)}`]
  })
}
