// Creator plans whose payment is disputed: they end with their period, whatever the creator asks for meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sweep-stripe.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#sandbox/stripe/browser-actions.ts'
import { member, buildPeople } from '#demo/build-people.ts'
import { deliverAll, dropAll } from '#test/features/billing/webhook-events.ts'
import { buyPlan, clockOfTests, onTestClock } from '#test/features/billing/people-who-pay.ts'

const DISPUTED = '4000000000000259'

const clock = clockOfTests()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock, webhooks: { hold: true } })))
afterAll(() => server.stop())

type Payer = { id: string; browser: Browser; pass: (days: number) => Promise<void> }
/** Has paid with a card whose owner will dispute it; Stripe's letters are still on their way. */
async function payer(name: string): Promise<Payer> {
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('Nobody came')
  const passAtStripe = await onTestClock(server, person.id)
  const made = {
    id: person.id,
    browser: await server.signIn(name),
    async pass(days: number) {
      clock.pass(days)
      await passAtStripe(days)
      await deliverAll(server)
      made.browser = await server.signIn(name)
    },
  }
  await buyPlan(server, made.browser, DISPUTED)
  return made
}
const standing = async ({ browser }: Payer) => {
  const { isCreator } = await browser.call(creators.status)
  const plan = await browser.call(creators.plan)
  return `${isCreator ? 'creator' : 'member'}, ${plan?.endsAt ? 'ends' : 'goes on'}`
}
const keeping = ({ browser }: Payer) => refusal(browser.call(creators.resumePlan))

async function decide({ id }: Payer, evidence: 'winning_evidence' | 'losing_evidence') {
  const { stripe, db } = server.deps
  const find = db.selectFrom('users').select('stripeCustomerId').where('id', '=', id)
  const { stripeCustomerId } = await find.executeTakeFirstOrThrow()
  const { data: charges } = await stripe.charges.list({ customer: stripeCustomerId ?? '' })
  const { data } = await stripe.disputes.list({ charge: charges[0]?.id ?? '' })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await deliverAll(server)
}

test('open, then lost: Nina is a creator until her month is over, and can’t keep it, not even in the portal', async () => {
  const nina = await payer('nina')
  expect(await standing(nina)).toBe('creator, goes on')
  await deliverAll(server)
  expect(await standing(nina)).toBe('creator, ends')
  const refused = await keeping(nina)
  expect(refused).toMatchObject({ status: 409, code: 'subscription_ended' })
  expect(refused.message).toContain('disputed')
  const { url } = await nina.browser.call(billing.portal)
  await submitForm(url, { do: 'keep' })
  await deliverAll(server)
  expect(await standing(nina)).toBe('creator, ends')
  await decide(nina, 'losing_evidence')
  expect(await keeping(nina)).toMatchObject({ code: 'subscription_ended' })
  await nina.pass(32)
  expect(await standing(nina)).toBe('member, ends')
  await buyPlan(server, nina.browser)
  await deliverAll(server)
  expect(await standing(nina)).toBe('creator, goes on')
})

test('won: it still ends, unless Ada keeps it after all', async () => {
  const ada = await payer('ada')
  await deliverAll(server)
  await decide(ada, 'winning_evidence')
  expect(await standing(ada)).toBe('creator, ends')
  await ada.browser.call(creators.resumePlan)
  await deliverAll(server)
  expect(await standing(ada)).toBe('creator, goes on')
  await ada.pass(32)
  expect(await standing(ada)).toBe('creator, ends')
})

test('Cleo ends it herself before the dispute is heard of: she can’t take that back either', async () => {
  const cleo = await payer('cleo')
  await cleo.browser.call(creators.cancelPlan)
  await deliverAll(server)
  expect(await keeping(cleo)).toMatchObject({ code: 'subscription_ended' })
  await decide(cleo, 'winning_evidence')
  await cleo.browser.call(creators.resumePlan)
  expect(await standing(cleo)).toBe('creator, goes on')
})

test('no letter of Dan’s dispute ever comes: whoever looks after the plan the next day finds it', async () => {
  const dan = await payer('dan')
  dropAll(server)
  clock.pass(1.1)
  await sweepStripe(server.deps, async () => {})
  dan.browser = await server.signIn('dan')
  expect(await standing(dan)).toBe('creator, ends')
})
