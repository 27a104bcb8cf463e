// Sets up Nina, a creator, and Ben, who may subscribe to her, on test clocks; and reads what each of them sees.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { billing } from '#shared/contracts/billing.ts'
import type { BillingAddress } from '#shared/contracts/tax.ts'
import { creators } from '#shared/contracts/creators.ts'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type Browser, type TestServer } from '#test/server.ts'
import { member, type Person, buildPeople } from '#tools/demo/build-people.ts'
import { becomeCreator, daysClock, onTestClock, subscribeTo } from './billing-steps.ts'
import { saveAddress } from './tax-steps.ts'

type Party = Person & {
  browser: Browser
  /** Advances this person's clock at Stripe, and the server's clock for everyone. */
  pass(days: number): Promise<void>
  /** The id of this person's customer at Stripe. */
  customer(): Promise<string>
  /** Signs in again before the next call, because sessions expire as the clock advances. */
  signInAgain(): void
}

export type Setup = {
  server: TestServer
  nina: Party
  ben: Party
  /** Advances the clocks of both at Stripe, and the server's. */
  pass: (days: number) => Promise<void>
  own: ReturnType<typeof readersOf>['own']
  row: ReturnType<typeof readersOf>['row']
  hasAccess: ReturnType<typeof readersOf>['hasAccess']
  paymentOf: ReturnType<typeof readersOf>['paymentOf']
  revenue: ReturnType<typeof readersOf>['revenue']
}

let clock: ReturnType<typeof daysClock>
/** Starts a server whose clock every setup in the file advances. */
export async function startServerOnTestClock(
  options: Parameters<typeof startServer>[0] = {},
): Promise<TestServer> {
  clock = daysClock()
  return await startServer({ ...options, clock })
}

type Options = {
  /** The server's options. */
  server?: Parameters<typeof startServer>[0]
  /** Ben subscribes to Nina first. */
  isSubscribed?: boolean
  /** The billing address of both, for servers with tax. */
  address?: BillingAddress
}

/** Gives the file a server, and each test another Nina and Ben; `assign` gets them before the test starts. */
export function withCreatorAndSubscriber(assign: (setup: Setup) => void, options: Options = {}): void {
  let server: TestServer
  beforeAll(async () => void (server = await startServerOnTestClock(options.server)))
  afterAll(() => server.stop())
  beforeEach(async () => {
    const setup = await setUpCreatorAndSubscriber(server, options)
    if (options.isSubscribed) await subscribeTo(server, setup.ben.browser, setup.nina.id)
    assign(setup)
  })
}

let setups = 0
/** Another Nina each time, so that her revenue is what Ben pays. She has posted a premium signal. */
export async function setUpCreatorAndSubscriber(
  server: TestServer,
  { address }: Pick<Options, 'address'> = {},
): Promise<Setup> {
  setups += 1
  const names = [`nina_${setups}`, `ben_${setups}`] as const
  const people: Record<string, Person> = await buildPeople(server.deps, {
    [names[0]]: member(),
    [names[1]]: member(),
  })
  const party = async (name: string): Promise<Party & { passAtStripe: (days: number) => Promise<void> }> => {
    const person = people[name]
    if (!person) throw new Error(`${name} was not created`)
    const passAtStripe = await onTestClock(server, person.id)
    let session: Promise<Browser> | undefined
    const signedIn = () => (session ??= server.signIn(name))
    const signInAgain = () => void (session = undefined)
    const browser: Browser = {
      cookies: new Map(),
      call: (async (...args: Parameters<Browser['call']>) =>
        (await signedIn()).call(...args)) as Browser['call'],
      callPage: async (...args) => (await signedIn()).callPage(...args),
      fetch: async (...args) => (await signedIn()).fetch(...args),
      send: async (...args) => (await signedIn()).send(...args),
    }
    return {
      ...person,
      browser,
      passAtStripe,
      signInAgain,
      async customer() {
        const { stripeCustomerId } = await server.deps.db
          .selectFrom('users')
          .select('stripeCustomerId')
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow()
        return stripeCustomerId ?? ''
      },
      async pass(days) {
        clock.pass(days)
        await passAtStripe(days)
        signInAgain()
      },
    }
  }
  const [nina, ben] = [await party(names[0]), await party(names[1])]
  if (address) for (const { browser } of [nina, ben]) await saveAddress(browser, address)
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
      nina.signInAgain()
      ben.signInAgain()
    },
    ...readersOf(server, nina, ben),
  }
}

function readersOf(server: TestServer, nina: Party, ben: Party) {
  const own = async () => {
    const [row] = await ben.browser.call(billing.ofSubscriber, { params: { id: ben.id }, query: {} })
    if (!row) throw new Error('Ben has no subscription')
    return row
  }
  return {
    /** Ben's newest subscription, as he sees it. */
    own,
    /** Its row in the database. */
    row: async () =>
      server.deps.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('subscriberId', '=', ben.id)
        .orderBy('createdAt', 'desc')
        .executeTakeFirstOrThrow(),
    /** Whether Ben has access to Nina's premium signals. Everything that shows this has to agree. */
    async hasAccess() {
      const { isSubscribed } = await ben.browser.call(billing.status, { params: { id: nina.id } })
      const [signal] = await ben.browser.call(signals.byUser, { params: { id: nina.id }, query: {} })
      expect(signal?.isLocked).toBe(!isSubscribed)
      expect((await own()).hasAccess).toBe(isSubscribed)
      return isSubscribed
    },
    /** The stored first payment of Ben's newest subscription. */
    paymentOf: async () =>
      server.deps.db
        .selectFrom('payments')
        .selectAll()
        .where('subscriptionId', '=', (await own()).id)
        .orderBy('paidAt')
        .executeTakeFirstOrThrow(),
    /** What Nina sees: subscribers, then in cents monthly revenue, this calendar month, and her balance at Stripe. */
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
