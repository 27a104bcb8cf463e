// The actions of a simulation, how often each one occurs, and how a failure report prints them.
import fc from 'fast-check'
import { setPrice } from '#server/features/creators/set-price.ts'
import { checkInvariants } from './checks.ts'
import * as creatorActions from './creator-actions.ts'
import type { Card } from './cards.ts'
import * as webhookActions from './webhook-actions.ts'
import { type AfterRetries, type Bill, HOUR, isOverdue, isPaidOnce, periodOf } from './model.ts'
import * as moneyBackActions from './money-back-actions.ts'
import * as refundActions from './refund-actions.ts'
import * as subscriberActions from './subscriber-actions.ts'
import { type Simulation, NAMES, type Subscriber } from './simulation.ts'

/** `pick` chooses among the candidates: which webhooks, which payment, how long. */
type Chosen = { card: Card; pick: number }
type Act = (sim: Simulation, who: Subscriber, chosen: Chosen) => unknown
export type Action = Chosen & { what: keyof typeof ACTIONS; who: number }
/** A random simulation: its first day, its number of subscribers, Stripe's setting, the platform's fee, the tax and the actions. */
export type Plan = {
  start: string
  subscribers: number
  feePercent: number
  taxPercent: number | null
  afterRetries: AfterRetries
  actions: Action[]
}

export const ACTIONS_PER_SIMULATION = 60

const DAYS = 24
const WAITS = [2 / 3, 2.2, 23.5, 3 * DAYS + 1, 5 * DAYS + 2, 8 * DAYS + 3, 20 * DAYS]

/** Waits for some time, or until shortly after a month's end, before or after its invoice is charged. */
async function wait(sim: Simulation, who: Subscriber, { pick }: Chosen): Promise<void> {
  const isDue = sim.people.some(({ bills }) => bills.some(({ status }) => status === 'past_due'))
  const hours = WAITS[pick % (isDue ? WAITS.length : 3 * WAITS.length)]
  if (hours !== undefined) return sim.pass(Math.round(hours * HOUR))
  const bill = startingWith(sim, who).flatMap(({ bills }) => bills.filter(isPaidOnce))[0]
  if (bill) await sim.pass(periodOf(bill).end - sim.now() + (pick % 4 === 0 ? HOUR / 2 : 2 * HOUR))
}

/** Everyone, starting with this subscriber, so that an action finds someone to whom it applies. */
function startingWith({ people: all }: Simulation, who: Subscriber): Subscriber[] {
  const index = all.indexOf(who)
  return [...all.slice(index), ...all.slice(0, index)]
}
const isUnpaid = ({ status }: Bill) => status === 'incomplete'
const firstOf = (sim: Simulation, who: Subscriber, matches: (bill: Bill) => unknown) =>
  startingWith(sim, who).find(({ bills }) => bills.length > 0 && bills.slice(-1).some(matches))

/** Subscribes someone who has no paid subscription, if possible. */
async function subscribeAndPay(sim: Simulation, first: Subscriber, { card }: Chosen): Promise<void> {
  const who = startingWith(sim, first).find(({ bills }) => !bills.slice(-1).some(isPaidOnce)) ?? first
  await subscriberActions.start(sim, who, 1)
  await subscriberActions.pay(sim, who, who.bills.at(-1), card)
}

/** Every second card fails when the next month is charged. */
function saveCard(sim: Simulation, first: Subscriber, { card, pick }: Chosen) {
  const who = firstOf(sim, first, isPaidOnce) ?? first
  const failing = pick % 4 === 0 ? 'needs confirmation each time' : 'is declined once it is saved'
  return subscriberActions.saveCard(sim, who, pick % 2 === 0 ? failing : card)
}

async function changePrice({ deps, creator }: Simulation, pick: number): Promise<void> {
  if (!creator.isOffering) return
  const cents = 500 + (pick % 8) * 333
  await setPrice(deps, creator.id, cents)
  if (creator.priceInCents !== cents) creator.prices += 1
  creator.priceInCents = cents
}

const ACTIONS = {
  'subscribes and pays': { weight: 5, act: subscribeAndPay },
  'starts to subscribe': {
    weight: 2,
    act: (sim, who) => subscriberActions.start(sim, firstOf(sim, who, isUnpaid) ?? who, 1),
  },
  'starts twice at once': {
    weight: 0.5,
    act: (sim, who) => subscriberActions.start(sim, who, 2),
  },
  'starts while Stripe is frozen': { weight: 0.3, act: subscriberActions.startWhileFrozen },
  'starts beside another call': { weight: 0.3, act: subscriberActions.startBesideAnother },
  pays: {
    weight: 4,
    act: (sim, who, { card }) => subscriberActions.pay(sim, who, who.bills.at(-1), card),
  },
  'pays with the saved card': {
    weight: 2,
    act: (sim, first) => {
      const who = firstOf(sim, first, isUnpaid) ?? first
      return moneyBackActions.payWithSavedCard(sim, who, who.bills.at(-1))
    },
  },
  'pays something old': {
    weight: 1,
    act: (sim, who, { card, pick }) =>
      subscriberActions.pay(sim, who, who.bills[pick % who.bills.length || 0], card),
  },
  'confirms at the bank': {
    weight: 5,
    act: (sim, who, { pick }) =>
      subscriberActions.confirm(sim, firstOf(sim, who, ({ owed }) => owed?.unconfirmed) ?? who, pick % 3 > 0),
  },
  waits: { weight: 11, act: wait },
  cancels: { weight: 1.5, act: subscriberActions.cancel },
  resumes: { weight: 3, act: subscriberActions.resume },
  'saves a card': { weight: 3, act: saveCard },
  'fixes the payment': {
    weight: 7,
    act: (sim, who, { card }) => subscriberActions.fix(sim, firstOf(sim, who, isOverdue) ?? who, card),
  },
  'gets a refund': {
    weight: 1.5,
    act: (sim, who, { pick }) => refundActions.refund(sim, who, pick, false),
  },
  'gets a refund at Stripe': {
    weight: 1.5,
    act: (sim, who, { pick }) => refundActions.refundAtStripe(sim, who, pick),
  },
  'gets a refund and is ended': {
    weight: 0.5,
    act: (sim, who, { pick }) => refundActions.refund(sim, who, pick, true),
  },
  withdraws: { weight: 1, act: (sim, who, { pick }) => moneyBackActions.withdraw(sim, who, pick) },
  'gets a refund by the creator': {
    weight: 1,
    act: (sim, who, { pick }) => moneyBackActions.refundByCreator(sim, who, pick),
  },
  'gets another price': { weight: 3, act: (sim, _, { pick }) => changePrice(sim, pick) },
  'loses the creator': { weight: 0.3, act: creatorActions.stop },
  'gets the creator back': { weight: 3, act: creatorActions.restart },
  'gets payouts on hold': {
    weight: 0.6,
    // The effect of a pause on unpaid months is not modeled.
    act: (sim) => sim.afterRetries === 'cancel' && creatorActions.hold(sim, true),
  },
  'gets payouts that work again': { weight: 3, act: (sim) => creatorActions.hold(sim, false) },
  'gets the bank’s decision': {
    weight: 2,
    act: (sim, _, { pick }) => refundActions.decide(sim, pick),
  },
  'gets webhooks': {
    weight: 8,
    act: (sim, _, { pick }) => webhookActions.deliver(sim, pick, 1 + (pick % 4)),
  },
  'gets a webhook again': {
    weight: 3,
    act: (sim, _, { pick }) => webhookActions.deliverAgain(sim, pick),
  },
  'loses a webhook': {
    weight: 4,
    act: (sim, _, { pick }) => webhookActions.lose(sim, pick, 1),
  },
  'has a webhook vanish': {
    weight: 0.5,
    act: (sim, _, { pick }) => webhookActions.vanish(sim, pick, 1),
  },
  'has its jobs run': {
    weight: 4.5,
    act: (sim, _, { pick }) => webhookActions.runJobs(sim, pick),
  },
  'is swept': { weight: 0.5, act: webhookActions.sweep },
  'is settled': { weight: 0.5, act: (sim, _, { pick }) => webhookActions.settle(sim, pick) },
} satisfies Record<string, { weight: number; act: Act }>

const words = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]
const oneOf = <T>(weights: [T, number][]) =>
  fc.oneof(...weights.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight: 10 * weight })))

const anyAction: fc.Arbitrary<Action> = fc.record({
  what: oneOf(words.map((what) => [what, ACTIONS[what].weight])),
  who: fc.nat(NAMES.length - 1),
  card: oneOf<Card>([
    ['pays', 10],
    ['is declined', 1],
    ['is declined once it is saved', 1],
    ['needs confirmation once', 2],
    ['needs confirmation each time', 2],
    ['is disputed', 2],
  ]),
  pick: fc.nat(999),
})

/**
 * Dates before short, long and leap Februaries, far in the future: the sandbox empties payout accounts by the real
 * clock, so a simulation that began before today would find them paid out.
 */
const STARTS = ['2095-01-31', '2095-02-28', '2095-03-15', '2095-12-30', '2096-01-30']

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  start: fc.constantFrom(...STARTS),
  subscribers: fc.constantFrom(2, 2, 2, NAMES.length),
  feePercent: fc.constantFrom(10, 10, 15, 0, 100),
  taxPercent: fc.constantFrom(null, 10, 21, 7.25),
  afterRetries: fc.constantFrom<AfterRetries>('cancel', 'mark_unpaid'),
  actions: fc.array(anyAction, { minLength: ACTIONS_PER_SIMULATION, maxLength: ACTIONS_PER_SIMULATION }),
})

/** These change only Stripe or its webhooks, and nothing that the product stores. */
const ELSEWHERE: Action['what'][] = [
  'pays',
  'pays with the saved card',
  'pays something old',
  'confirms at the bank',
  'waits',
  'saves a card',
  'gets a refund at Stripe',
  'gets another price',
  'gets the creator back',
  'gets the bank’s decision',
  'gets webhooks',
  'gets a webhook again',
  'loses a webhook',
  'has a webhook vanish',
]

/** Runs one action, then checks the product. */
export async function runAction(sim: Simulation, action: Action): Promise<void> {
  const who = sim.people[action.who % sim.people.length]
  const { act }: { act: Act } = ACTIONS[action.what]
  if (who) await act(sim, who, action)
  if (!ELSEWHERE.includes(action.what)) await checkInvariants(sim)
}

const CARD_IS_USED: Action['what'][] = [
  'subscribes and pays',
  'pays',
  'pays something old',
  'saves a card',
  'fixes the payment',
]

/** One line for each action, readable and repeatable. */
export const describePlan = ({
  start,
  subscribers,
  feePercent,
  taxPercent,
  afterRetries,
  actions,
}: Plan): string =>
  [
    `From ${start}, ${subscribers} subscribers, ${feePercent} percent, ${taxPercent ?? 'no'} tax, ${afterRetries}:`,
    ...actions.map(({ what, who, card, pick }) => {
      const with_ = CARD_IS_USED.includes(what) ? ` with a card that ${card}` : ''
      return `  ${NAMES[who % subscribers]} ${what}${with_} (${pick})`
    }),
  ].join('\n')
