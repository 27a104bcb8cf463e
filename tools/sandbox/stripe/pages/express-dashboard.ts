// The Express dashboard of a connected account, reduced to its balance.
import { escape } from '../../page-frame.ts'
import { now, type Context } from '../context.ts'
import { balanceOf } from '../objects/balance.ts'
import { money, notFound, type Page, page } from './frame.ts'

export function expressDashboardPage(context: Context, token: string): Page {
  const link = context.store.get('login_link', token)
  const account = link && context.store.get('v2.core.account', link.account)
  if (!link || !account || account.closed || now(context) > link.expiresAt) return notFound()
  const balance = money(balanceOf(context, account.id, 'usd'), 'usd')
  return page(
    'Express dashboard',
    `<p>${escape(account.display_name ?? account.contact_email ?? account.id)}</p>
<p>On the way to the bank: ${balance}</p>
<p>At Stripe, this page has payouts, fees, tax forms and statements.</p>`,
  )
}
