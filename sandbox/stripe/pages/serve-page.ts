// Answers the pages people see: onboarding, billing portal, 3-D Secure, invoices and receipts.
import { readForm } from '../form-body.ts'
import type { Asked } from '../serve.ts'
import type { World } from '../world.ts'
import { billingPortalPage } from './billing-portal.ts'
import { day, money, notFound, type Page, page } from './frame.ts'
import { hostedInvoicePage } from './hosted-invoice.ts'
import { onboardingPage } from './onboarding.ts'
import { threeDSecurePage } from './three-d-secure.ts'

export function servePage(world: World, asked: Asked): Page {
  const form = asked.method === 'POST' ? readForm(asked.body) : null
  const [, , kind = '', first = '', second = ''] = asked.path.split('/')
  if (kind === 'onboarding') return onboardingPage(world, first, form)
  if (kind === 'three-d-secure') return threeDSecurePage(world, first, second, form)
  if (kind === 'billing-portal') {
    return billingPortalPage(world, `${world.baseUrl}/pages/billing-portal/${first}`, form)
  }
  if (kind === 'invoices') {
    return hostedInvoicePage(world, `${world.baseUrl}/pages/invoices/${first}`, form)
  }
  return kind === 'receipts' ? receiptPage(world, first) : notFound()
}

function receiptPage(world: World, id: string): Page {
  const charge = world.store.get('charge', id)
  if (!charge) return notFound()
  const { brand, last4 } = charge.payment_method_details.card
  return page(
    'Receipt',
    `<p>${money(charge.amount, charge.currency)} paid with ${brand} ending in ${last4}, ${day(charge.created)}</p>`,
  )
}
