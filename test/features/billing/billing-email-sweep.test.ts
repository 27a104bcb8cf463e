// Emails that the sweep sends without an event of Stripe: yearly reminders, new subscribers, and a changed price.
import { describe, expect, test } from 'vitest'
import { sweepBillingEmails } from '#server/features/billing/notices/sweep-billing-emails.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { creators } from '#shared/contracts/creators.ts'
import { emails } from '#test/emails.ts'
import { type Setup, withCreatorAndSubscriber } from './creator-and-subscriber.ts'

let setup: Setup
let server: Setup['server']
withCreatorAndSubscriber((one) => void ({ server } = setup = one), { isSubscribed: true })

/** How many emails with this subject one of the two has, after two sweeps. */
async function count(who: 'ben' | 'nina', subject: RegExp): Promise<number> {
  for (const _ of [1, 2]) await sweepBillingEmails(server.deps)
  await server.settled()
  return (await emails(server.deps, setup[who].email)).filter((email) => subject.test(email.subject)).length
}
const monthly = async (months: number) => {
  for (let month = 0; month < months; month += 1) await setup.pass(31)
}
const turnOff = (who: 'ben' | 'nina', kind: 'price' | 'subscriber') =>
  setup[who].browser.call(alerts.saveSettings, {
    body: { preferences: [{ kind, list: true, email: 'off' }] },
  })

test('people who pay are reminded once a year of what renews, and people who canceled aren’t', async () => {
  await monthly(11)
  expect(await count('ben', /^You subscribe to/)).toBe(0)
  await monthly(1)
  expect(await count('ben', /^You subscribe to/)).toBe(1)
  expect(await count('nina', /^You pay for Creator Mode/)).toBe(1)
  await setup.nina.browser.call(creators.cancelPlan)
  await monthly(1)
  expect(await count('nina', /^You pay for Creator Mode/)).toBe(1)
})

describe('New subscribers of a day', () => {
  test('are listed in one email on the next day', async () => {
    expect(await count('nina', /new subscriber/)).toBe(0)
    await setup.pass(1)
    expect(await count('nina', /^You have a new subscriber$/)).toBe(1)
    await setup.pass(1)
    expect(await count('nina', /new subscriber/)).toBe(1)
  })

  test('aren’t emailed to a creator who turned it off', async () => {
    await turnOff('nina', 'subscriber')
    await setup.pass(1)
    expect(await count('nina', /new subscriber/)).toBe(0)
  })
})

describe('A changed price', () => {
  const change = async (priceInCents: number) => {
    await setup.nina.browser.call(creators.setupPricing, { body: { priceInCents } })
    await server.settled()
  }

  test('is emailed to subscribers, who keep their price', async () => {
    await change(2000)
    expect(await count('ben', / changed the price$/)).toBe(1)
    const [email] = (await emails(server.deps, setup.ben.email)).slice(-1)
    expect(email?.text).toContain('You keep paying $9.50')
    await change(2000)
    expect(await count('ben', / changed the price$/)).toBe(1)
  })

  test('isn’t emailed to those who turned it off', async () => {
    await turnOff('ben', 'price')
    await change(2000)
    expect(await count('ben', / changed the price$/)).toBe(0)
  })
})
