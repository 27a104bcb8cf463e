// Serves the sandbox's pages: onboarding, Express dashboard, billing portal, 3-D Secure, invoices and receipts.
import { readForm } from '../form-body.ts'
import type { ApiRequest } from '../handle-request.ts'
import type { Context } from '../context.ts'
import { billingPortalPage } from './billing-portal.ts'
import { expressDashboardPage } from './express-dashboard.ts'
import { day, money, notFound, type Page, page } from './frame.ts'
import { hostedInvoicePage } from './hosted-invoice.ts'
import { onboardingPage } from './onboarding.ts'
import { threeDSecurePage } from './three-d-secure.ts'

export function servePage(context: Context, apiRequest: ApiRequest): Page {
  const form = apiRequest.method === 'POST' ? readForm(apiRequest.body) : null
  const [, , kind = '', first = '', second = ''] = apiRequest.path.split('/')
  if (kind === 'onboarding') return onboardingPage(context, first, form)
  if (kind === 'three-d-secure') return threeDSecurePage(context, first, second, form)
  if (kind === 'billing-portal') {
    return billingPortalPage(context, `${context.baseUrl}/pages/billing-portal/${first}`, form)
  }
  if (kind === 'invoices') {
    return hostedInvoicePage(context, `${context.baseUrl}/pages/invoices/${first}`, form)
  }
  if (kind === 'express') return expressDashboardPage(context, first)
  return kind === 'receipts' ? receiptPage(context, first) : notFound()
}

function receiptPage(context: Context, id: string): Page {
  const charge = context.store.get('charge', id)
  if (!charge) return notFound()
  const { brand, last4 } = charge.payment_method_details.card
  return page(
    'Receipt',
    `<p>${money(charge.amount, charge.currency)} paid with ${brand} ending in ${last4}, ${day(charge.created)}</p>`,
  )
}
