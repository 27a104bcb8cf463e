// Nina, a creator, and Ben, who may pay her: what each of them sees, on clocks that are moved by hand.
import { expect } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type Browser, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#demo/build-people.ts'
import { becomeCreator, clockOfTests, onTestClock } from './people-who-pay.ts'

type Party = Person & {
  browser: Browser
  /** Days go by for this person at Stripe, and here for everybody. */
  pass(days: number): Promise<void>
  /** Signs in again, for sessions end as time goes by. */
  comeBack(): Promise<void>
}

export type Setup = {
  server: TestServer
  nina: Party
  ben: Party
  /** Days go by for both of them, at Stripe and here. */
  pass: (days: number) => Promise<void>
  own: ReturnType<typeof looksOf>['own']
  hasAccess: ReturnType<typeof looksOf>['hasAccess']
  paymentOf: ReturnType<typeof looksOf>['paymentOf']
  revenue: ReturnType<typeof looksOf>['revenue']
}

let clock: ReturnType<typeof clockOfTests>
/** A server whose clock the people of the stages move. */
export async function startServerOnTestClock(): Promise<TestServer> {
  clock = clockOfTests()
  return await startServer({ clock })
}

let stages = 0
/** Each time another Nina, so that her revenue is what Ben brings; she has posted a premium signal. */
export async function setUpCreatorAndSubscriber(server: TestServer): Promise<Setup> {
  stages += 1
  const names = [`nina_${stages}`, `ben_${stages}`] as const
  const people: Record<string, Person> = await buildPeople(server.deps, {
    [names[0]]: member(),
    [names[1]]: member(),
  })
  const party = async (name: string): Promise<Party & { passAtStripe: (days: number) => Promise<void> }> => {
    const person = people[name]
    if (!person) throw new Error(`${name} did not come`)
    const passAtStripe = await onTestClock(server, person.id)
    const made = {
      ...person,
      browser: await server.signIn(name),
      passAtStripe,
      async pass(days: number) {
        clock.pass(days)
        await passAtStripe(days)
        await made.comeBack()
      },
      async comeBack() {
        made.browser = await server.signIn(name)
      },
    }
    return made
  }
  const [nina, ben] = [await party(names[0]), await party(names[1])]
  await becomeCreator(server, nina.browser)
  await nina.browser.call(signals.post, {
    body: { content: 'Adding to ASML', signalType: 'buy', isPremium: true },
  })
  return {
    server,
    nina,
    ben,
    async pass(days) {
      clock.pass(days)
      await nina.passAtStripe(days)
      await ben.passAtStripe(days)
      await nina.comeBack()
      await ben.comeBack()
    },
    ...looksOf(server, nina, ben),
  }
}

function looksOf(server: TestServer, nina: Party, ben: Party) {
  const own = async () => {
    const [row] = await ben.browser.call(billing.ofSubscriber, { params: { id: ben.id }, query: {} })
    if (!row) throw new Error('Ben pays nobody')
    return row
  }
  return {
    /** Ben's newest subscription, as he sees it. */
    own,
    /** Whether Ben may read what Nina's subscribers read; all that tells so has to agree. */
    async hasAccess() {
      const { isSubscribed } = await ben.browser.call(billing.status, { params: { id: nina.id } })
      const [signal] = await ben.browser.call(signals.byUser, { params: { id: nina.id }, query: {} })
      expect(signal?.isLocked).toBe(!isSubscribed)
      expect((await own()).hasAccess).toBe(isSubscribed)
      return isSubscribed
    },
    /** The first payment of Ben's newest subscription, as it is written down. */
    paymentOf: async () =>
      server.deps.db
        .selectFrom('payments')
        .selectAll()
        .where('subscriptionId', '=', (await own()).id)
        .orderBy('paidAt')
        .executeTakeFirstOrThrow(),
    /** What Nina sees: subscribers, their month, this calendar month, and what waits for her at Stripe, in cents. */
    async revenue() {
      const shown = await nina.browser.call(creators.revenue)
      const month = shown.months.at(-1)
      return [
        shown.activeSubscribers,
        shown.monthly.netInCents,
        month?.netInCents,
        shown.nextPayout?.amountInCents,
      ]
    },
  }
}
