// Customer sessions: which saved cards a browser sees.
import { expect, test } from 'vitest'
import { savedCardsOf } from '#tools/sandbox/stripe/browser-actions.ts'
import { paidSubscription } from './fixtures.ts'
import { testSandbox } from './stripe-fixture.ts'

test('a session shows the saved cards of its customer, if it was asked to and their setting allows it', async () => {
  const { stripe, url } = await testSandbox()
  const { customer } = await paidSubscription(stripe, url)
  const open = (redisplay: 'enabled' | 'disabled', filters?: 'always'[]) =>
    stripe.customerSessions.create({
      customer: customer.id,
      components: {
        payment_element: {
          enabled: true,
          features: {
            payment_method_redisplay: redisplay,
            payment_method_allow_redisplay_filters: filters ?? ['always', 'limited', 'unspecified'],
          },
        },
      },
    })
  const session = await open('enabled')
  expect((await savedCardsOf(url, session.client_secret)).map(({ card }) => card.last4)).toEqual(['4242'])
  expect(await savedCardsOf(url, (await open('disabled')).client_secret)).toEqual([])
  expect(await savedCardsOf(url, (await open('enabled', ['always'])).client_secret)).toEqual([])
})
