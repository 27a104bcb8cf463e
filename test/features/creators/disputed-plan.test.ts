// Creator plans with a disputed payment end with their period; nothing the creator does prevents it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepStripe } from '#server/features/billing/sync/sweep-stripe.ts'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, refusal, startServer, type TestServer } from '#test/server.ts'
import { submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'
import { deliverAll, dropAll } from '#test/features/billing/webhook-events.ts'
import { buyPlan, daysClock, onTestClock } from '#test/features/billing/billing-steps.ts'

const DISPUTED = '4000000000000259'

const clock = daysClock()
let server: TestServer
beforeAll(async () => void (server = await startServer({ clock, webhooks: { hold: true } })))
afterAll(() => server.stop())

type Payer = { id: string; browser: Browser; pass: (days: number) => Promise<void> }
/** A person who has paid for a plan with a card that is disputed; the webhooks are still on their way. */
async function payer(name: string): Promise<Payer> {
  const { [name]: person } = await buildPeople(server.deps, { [name]: member() })
  if (!person) throw new Error('The person was not created')
  const passAtStripe = await onTestClock(server, person.id)
  const self = {
    id: person.id,
    browser: await server.signIn(name),
    async pass(days: number) {
      clock.pass(days)
      await passAtStripe(days)
      await deliverAll(server)
      self.browser = await server.signIn(name)
    },
  }
  await buyPlan(server, self.browser, DISPUTED)
  return self
}
const planState = async ({ browser }: Payer) => {
  const { isCreator } = await browser.call(creators.status)
  const plan = await browser.call(creators.plan)
  return `${isCreator ? 'creator' : 'member'}, ${plan?.endsAt ? 'ends' : 'renews'}`
}
const refusalToResume = ({ browser }: Payer) => refusal(browser.call(creators.resumePlan))

async function decide({ id }: Payer, evidence: 'winning_evidence' | 'losing_evidence') {
  const { stripe, db } = server.deps
  const find = db.selectFrom('users').select('stripeCustomerId').where('id', '=', id)
  const { stripeCustomerId } = await find.executeTakeFirstOrThrow()
  const { data: charges } = await stripe.charges.list({ customer: stripeCustomerId ?? '' })
  const { data } = await stripe.disputes.list({ charge: charges[0]?.id ?? '' })
  await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: evidence } })
  await deliverAll(server)
}

test('an open or lost dispute ends Creator Mode with the month, and Nina can’t resume, not even in the portal', async () => {
  const nina = await payer('nina')
  expect(await planState(nina)).toBe('creator, renews')
  await deliverAll(server)
  expect(await planState(nina)).toBe('creator, ends')
  const refused = await refusalToResume(nina)
  expect(refused).toMatchObject({ status: 409, code: 'subscription_ended' })
  expect(refused.message).toContain('disputed')
  const { url } = await nina.browser.call(billing.portal)
  await submitForm(url, { do: 'keep' })
  await deliverAll(server)
  expect(await planState(nina)).toBe('creator, ends')
  await decide(nina, 'losing_evidence')
  expect(await refusalToResume(nina)).toMatchObject({ code: 'subscription_ended' })
  await nina.pass(32)
  expect(await planState(nina)).toBe('member, ends')
  await buyPlan(server, nina.browser)
  await deliverAll(server)
  expect(await planState(nina)).toBe('creator, renews')
})

test('a plan with a won dispute still ends, unless Ada resumes it', async () => {
  const ada = await payer('ada')
  await deliverAll(server)
  await decide(ada, 'winning_evidence')
  expect(await planState(ada)).toBe('creator, ends')
  await ada.browser.call(creators.resumePlan)
  await deliverAll(server)
  expect(await planState(ada)).toBe('creator, renews')
  await ada.pass(32)
  expect(await planState(ada)).toBe('creator, ends')
})

test('Cleo can’t undo her own cancellation once the plan is disputed', async () => {
  const cleo = await payer('cleo')
  await cleo.browser.call(creators.cancelPlan)
  await deliverAll(server)
  expect(await refusalToResume(cleo)).toMatchObject({ code: 'subscription_ended' })
  await decide(cleo, 'winning_evidence')
  await cleo.browser.call(creators.resumePlan)
  expect(await planState(cleo)).toBe('creator, renews')
})

test('the next day’s sweep finds Dan’s dispute without a webhook', async () => {
  const dan = await payer('dan')
  dropAll(server)
  clock.pass(1.1)
  await sweepStripe(server.deps, async () => {})
  dan.browser = await server.signIn('dan')
  expect(await planState(dan)).toBe('creator, ends')
})
