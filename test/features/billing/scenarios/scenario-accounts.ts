// What surrounds the payments: payout accounts and where they are set up, the billing portal, the list of events.
import { expect } from 'vitest'
import { SNAPSHOT_EVENTS } from '#server/features/billing/receive-event.ts'
import { stripeEventOf } from '#server/adapters/stripe-events.ts'
import { begin, subscribed, unique } from './scenario-people.ts'
import type { Scenario } from './scenarios.ts'

export const ACCOUNTS: Scenario[] = [
  {
    name: 'a payout account may not be paid before it is set up on the page its link leads to',
    async play({ stripe }) {
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
    name: 'an account that may be paid says so',
    needsAccount: true,
    async play({ stripe, account }) {
      const found = await stripe.v2.core.accounts.retrieve(account ?? '', {
        include: ['configuration.recipient'],
      })
      const transfers = found.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
      expect(transfers?.status).toBe('active')
    },
  },
  {
    name: 'the billing portal has a configuration without plan changes, and an address for one customer',
    async play(venue) {
      const { stripe, soon } = venue
      const version = unique('scenario')
      const made = await stripe.billingPortal.configurations.create({
        business_profile: { headline: 'Your subscriptions' },
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: 'at_period_end' },
          subscription_update: { enabled: false },
        },
        metadata: { signalpost: version },
      })
      expect(made.features).toMatchObject({
        subscription_update: { enabled: false },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      })
      const { data } = await soon(
        () => stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
        (page) => page.data.some(({ id }) => id === made.id),
      )
      expect(data.find(({ metadata }) => metadata?.['signalpost'] === version)?.id).toBe(made.id)
      const { customer } = await begin(venue)
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration: made.id,
        return_url: 'https://example.com/subscriptions',
      })
      expect(URL.canParse(session.url)).toBe(true)
      expect(session.return_url).toBe('https://example.com/subscriptions')
      // At Stripe there is room for few of them.
      await stripe.billingPortal.configurations.update(made.id, { active: false })
    },
  },
  {
    name: 'events tell of whom they are, and can be listed afterwards',
    async play(venue) {
      const { stripe, soon } = venue
      const from = Math.floor(Date.now() / 1000) - 60
      const { subscription } = await subscribed(venue)
      const ask = { created: { gte: from }, types: [...SNAPSHOT_EVENTS], limit: 100 }
      const { data } = await soon(
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
