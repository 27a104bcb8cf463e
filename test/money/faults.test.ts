// Stripe fails, hesitates or hangs up at each call of paying: nobody is charged twice, and trying again works.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, town } from '#test/town.ts'
import { ANSWER_MS, type Deed, type Flow, paidOnce, throughAllFaults } from './fault-table.ts'
import { deliverAll } from './letters.ts'
import { becomeCreator, pay } from './people-who-pay.ts'

const CREATE_PLAN = ['GET /v1/prices', 'POST /v1/customers', 'POST /v1/subscriptions']
const UNSEEN = /If yours went through, it shows here by itself/

type House = { server: TestServer; nina: Browser; ninaId: string }
const houses: TestServer[] = []
let number = 0

/** A server of its own for each flow, since faults are asked for by server. */
async function house(): Promise<House> {
  const server = await startServer({ webhooks: { hold: true }, stripeAnswerMs: ANSWER_MS })
  houses.push(server)
  const { nina } = await town(server.deps, { nina: member() })
  return { server, nina: await server.signIn('nina'), ninaId: nina.id }
}
async function houseOfCreator(): Promise<House> {
  const made = await house()
  await becomeCreator(made.server, made.nina)
  await deliverAll(made.server)
  return made
}
afterAll(async () => void (await Promise.all(houses.map((server) => server.stop()))))

async function someone({ server }: House): Promise<{ person: Person; browser: Browser }> {
  const name = `ben_${(number += 1)}`
  const { [name]: person } = await town(server.deps, { [name]: member() })
  if (!person) throw new Error('Nobody came')
  return { person, browser: await server.signIn(name) }
}

type Secret = { clientSecret: string }
const payThePlan = ({ server }: House, { person, browser }: Awaited<ReturnType<typeof someone>>) =>
  ({
    act: () => browser.call(creators.startPlan),
    check: async ({ clientSecret }) => {
      expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
      expect(await browser.call(creators.checkPlan)).toEqual({ isCreator: true, status: 'active' })
      await deliverAll(server)
      await paidOnce(server, person)
    },
  }) satisfies Deed<Secret>
const payNina = ({ server, ninaId }: House, { person, browser }: Awaited<ReturnType<typeof someone>>) =>
  ({
    act: () => browser.call(billing.create, { body: { creatorId: ninaId } }),
    check: async ({ clientSecret }) => {
      expect(await pay(browser, clientSecret)).toMatchObject({ status: 200 })
      expect(await browser.call(billing.check, { body: { creatorId: ninaId } })).toMatchObject({
        isSubscribed: true,
      })
      await deliverAll(server)
      await paidOnce(server, person)
    },
  }) satisfies Deed<Secret>

const flows: [string, () => Promise<[House, Flow<never>]>][] = []
const flow = <T>(name: string, home: () => Promise<House>, make: (house: House) => Flow<T>) =>
  flows.push([
    name,
    async () => {
      const made = await home()
      return [made, make(made) as Flow<never>]
    },
  ])

flow('beginning the creator plan', house, (home) => ({
  calls: CREATE_PLAN,
  begin: async () => payThePlan(home, await someone(home)),
}))
