// Customer sessions: the shape of Stripe's types, and whose saved cards a browser sees.
import { expect, test } from 'vitest'
import { savedCardsOf } from '#tools/sandbox/stripe/browser-actions.ts'
import { paidSubscription } from './fixtures.ts'
import { shapeErrors } from './sdk-shapes.ts'
import { testSandbox } from './stripe-fixture.ts'

test('a session has the shape of the SDK’s types, and shows the cards of its customer only if asked to', async () => {
  const { stripe, url } = await testSandbox()
  const { customer } = await paidSubscription(stripe, url)
  const id = typeof customer === 'string' ? customer : customer.id
  const open = (redisplay: 'enabled' | 'disabled', filters?: 'always'[]) =>
    stripe.customerSessions.create({
      customer: id,
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
  expect(shapeErrors(JSON.parse(JSON.stringify(session)))).toEqual([])
  expect((await savedCardsOf(url, session.client_secret)).map(({ card }) => card.last4)).toEqual(['4242'])
  expect(await savedCardsOf(url, (await open('disabled')).client_secret)).toEqual([])
  expect(await savedCardsOf(url, (await open('enabled', ['always'])).client_secret)).toEqual([])
})
