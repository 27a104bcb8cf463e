// Scenarios around payments: payout accounts, the billing portal and the list of events.
import { expect } from 'vitest'
import { SNAPSHOT_EVENTS } from '#server/features/billing/sync/receive-event.ts'
import { stripeEventOf } from '#server/adapters/stripe-events.ts'
import { startSubscription, paidSubscription, unique } from './scenario-setup.ts'
import type { Scenario } from './scenarios.ts'

export const ACCOUNTS: Scenario[] = [
  {
    name: 'a payout account can’t be paid before it is set up on the page of its link',
    async run({ stripe }) {
      const include = ['configuration.recipient' as const]
      const account = await stripe.v2.core.accounts.create({
        contact_email: 'maya@example.com',
        dashboard: 'express',
        identity: { country: 'us' },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
        defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
        include,
        metadata: { user_id: unique('user') },
      })
      const capability = (of: typeof account) =>
        of.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
      expect(capability(account)).toBe('restricted')
      const link = await stripe.v2.core.accountLinks.create({
        account: account.id,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: {
            refresh_url: 'https://example.com/creator-onboarding?payouts=refresh',
            return_url: 'https://example.com/creator-onboarding?payouts=return',
          },
        },
      })
      expect(URL.canParse(link.url)).toBe(true)
      const found = await stripe.v2.core.accounts.retrieve(account.id, { include })
      expect([capability(found), found.closed ?? false]).toEqual(['restricted', false])
      expect((await stripe.v2.core.accounts.close(account.id)).closed).toBe(true)
      await expect(stripe.v2.core.accounts.retrieve('acct_1NoSuchAccount00')).rejects.toSatisfy(
        (error: { statusCode?: number }) => [403, 404].includes(error.statusCode ?? 0),
      )
    },
  },
  {
    name: 'an account that is set up reports active transfers',
    needsAccount: true,
    async run({ stripe, account }) {
      const found = await stripe.v2.core.accounts.retrieve(account ?? '', {
        include: ['configuration.recipient'],
      })
      const transfers = found.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
      expect(transfers?.status).toBe('active')
    },
  },
  {
    name: 'the billing portal has a configuration without plan changes, and a page for one customer',
    async run(target) {
      const { stripe, waitFor } = target
      const version = unique('scenario')
      const configuration = await stripe.billingPortal.configurations.create({
        business_profile: { headline: 'Your subscriptions' },
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
          subscription_update: { enabled: false },
        },
        metadata: { signalpost: version },
      })
      expect(configuration.features).toMatchObject({
        subscription_update: { enabled: false },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      })
      const { data } = await waitFor(
        () => stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
        (page) => page.data.some(({ id }) => id === configuration.id),
      )
      expect(data.find(({ metadata }) => metadata?.['signalpost'] === version)?.id).toBe(configuration.id)
      const { customer } = await startSubscription(target)
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: configuration.id,
        return_url: 'https://example.com/subscriptions',
      })
      expect(URL.canParse(session.url)).toBe(true)
      expect(session.return_url).toBe('https://example.com/subscriptions')
      // Stripe allows only a few of them.
      await stripe.billingPortal.configurations.update(configuration.id, { active: false })
    },
  },
  {
    name: 'events name their object and can be listed afterwards',
    async run(target) {
      const { stripe, waitFor } = target
      const from = Math.floor(Date.now() / 1000) - 60
      const { subscription } = await paidSubscription(target)
      const ask = { created: { gte: from }, types: [...SNAPSHOT_EVENTS], limit: 100 }
      const { data } = await waitFor(
        () => stripe.events.list(ask),
        (page) => page.data.filter((event) => stripeEventOf(event).subject === subscription.id).length >= 3,
      )
      const about = data.map(stripeEventOf).filter(({ subject }) => subject === subscription.id)
      expect(about.map(({ type }) => type)).toEqual(
        expect.arrayContaining([
          'customer.subscription.created',
          'customer.subscription.updated',
          'invoice.paid',
        ]),
      )
      expect(about.every(({ id, isLive }) => id.startsWith('evt_') && !isLive)).toBe(true)
      const undelivered = await stripe.events.list({ ...ask, delivery_success: false })
      expect(Array.isArray(undelivered.data)).toBe(true)
    },
  },
]
