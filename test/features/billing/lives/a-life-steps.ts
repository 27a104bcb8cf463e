// The steps a life is made of, how often each comes, and how they read in a report.
import fc from 'fast-check'
import { setPrice } from '#server/features/creators/set-price.ts'
import { look } from './a-life-checks.ts'
import * as creator from './a-life-creator.ts'
import * as letters from './a-life-letters.ts'
import { type Bill, type Card, HOUR, isPaidOnce, periodOf } from './a-life-model.ts'
import * as people from './a-life-people.ts'
import { type Life, NAMES, type Subscriber } from './a-life-world.ts'

/** `pick` chooses among what there is: which letters, which payment, how long. */
type Chosen = { card: Card; pick: number }
type Act = (life: Life, who: Subscriber, chosen: Chosen) => unknown
export type Step = Chosen & { what: keyof typeof STEPS; who: number }
/** How a life begins: where in the calendar, with how many subscribers, at which fee. */
export type Plan = { start: string; subscribers: number; feePercent: number; steps: Step[] }

export const STEPS_OF_A_LIFE = 60

const DAYS = 24
/** Hours. */
const WAITS = [2 / 3, 2.2, 23.5, 3 * DAYS + 1, 5 * DAYS + 2, 8 * DAYS + 3, 20 * DAYS]

/** A while; or until shortly after the end of somebody's month, before or after its invoice is charged. */
async function wait(life: Life, who: Subscriber, { pick }: Chosen): Promise<void> {
  const isDue = life.people.some(({ bills }) => bills.some(({ status }) => status === 'past_due'))
  const hours = WAITS[pick % (isDue ? WAITS.length : 3 * WAITS.length)]
  if (hours !== undefined) return life.pass(Math.round(hours * HOUR))
  const bill = from(life, who).flatMap(({ bills }) => bills.filter(isPaidOnce))[0]
  if (bill) await life.pass(periodOf(bill).end - life.now() + (pick % 4 === 0 ? HOUR / 2 : 2 * HOUR))
}

/** Everybody, beginning with this one: so that what may happen happens to somebody. */
function from({ people: all }: Life, who: Subscriber): Subscriber[] {
  const index = all.indexOf(who)
  return [...all.slice(index), ...all.slice(0, index)]
}
const isUnpaid = ({ status }: Bill) => status === 'incomplete'
const firstOf = (life: Life, who: Subscriber, isMeant: (bill: Bill) => unknown) =>
  from(life, who).find(({ bills }) => bills.length > 0 && bills.slice(-1).some(isMeant))

/** Somebody who is not there yet, if there is anybody. */
async function subscribeAndPay(life: Life, one: Subscriber, { card }: Chosen): Promise<void> {
  const who = from(life, one).find(({ bills }) => !bills.slice(-1).some(isPaidOnce)) ?? one
  await people.begin(life, who, 1)
  await people.pay(life, who, who.bills.at(-1), card)
}

/** Every other one is good for nothing when the next month is charged. */
function saveCard(life: Life, one: Subscriber, { card, pick }: Chosen) {
  const who = firstOf(life, one, isPaidOnce) ?? one
  const bad = pick % 4 === 0 ? 'asks each time' : 'is declined once it is saved'
  return people.saveCard(life, who, pick % 2 === 0 ? bad : card)
}

async function changePrice({ deps, creator: maker }: Life, pick: number): Promise<void> {
  if (!maker.isOffering) return
  const cents = 500 + (pick % 8) * 333
  await setPrice(deps, { id: maker.id, isCreator: true }, cents)
  if (maker.priceInCents !== cents) maker.prices += 1
  maker.priceInCents = cents
}

const STEPS = {
  'subscribes and pays': { weight: 5, act: subscribeAndPay },
  'begins to subscribe': {
    weight: 2,
    act: (life, who) => people.begin(life, firstOf(life, who, isUnpaid) ?? who, 1),
  },
  'begins twice at once': { weight: 0.5, act: (life, who) => people.begin(life, who, 2) },
  'begins while Stripe is frozen': { weight: 0.3, act: people.beginFrozen },
  'begins beside another call': { weight: 0.3, act: people.beginBesideAnother },
  pays: { weight: 4, act: (life, who, { card }) => people.pay(life, who, who.bills.at(-1), card) },
  'pays something old': {
    weight: 1,
    act: (life, who, { card, pick }) => people.pay(life, who, who.bills[pick % who.bills.length || 0], card),
  },
  'answers the bank': {
    weight: 5,
    act: (life, who, { pick }) =>
      people.answer(life, firstOf(life, who, ({ owed }) => owed?.asked) ?? who, pick % 3 > 0),
  },
  waits: { weight: 11, act: wait },
  cancels: { weight: 1.5, act: people.cancel },
  resumes: { weight: 3, act: people.resume },
  'saves a card': { weight: 3, act: saveCard },
  'fixes the payment': {
    weight: 7,
    act: (life, who, { card }) =>
      people.fix(life, firstOf(life, who, ({ status }) => status === 'past_due') ?? who, card),
  },
  'gets a refund': { weight: 1.5, act: (life, who, { pick }) => people.refund(life, who, pick, false) },
  'gets a refund at Stripe': {
    weight: 1.5,
    act: (life, who, { pick }) => people.refundThere(life, who, pick),
  },
  'gets a refund and is ended': {
    weight: 0.5,
    act: (life, who, { pick }) => people.refund(life, who, pick, true),
  },
  'hears of another price': { weight: 3, act: (life, _, { pick }) => changePrice(life, pick) },
  'hears that the creator stops': { weight: 0.3, act: creator.stop },
  'hears that the creator is back': { weight: 3, act: creator.comeBack },
  'hears that payouts are on hold': { weight: 0.6, act: (life) => creator.hold(life, true) },
  'hears that payouts work again': { weight: 3, act: (life) => creator.hold(life, false) },
  'hears what the bank decides': { weight: 2, act: (life, _, { pick }) => people.decide(life, pick) },
  'gets letters': { weight: 8, act: (life, _, { pick }) => letters.deliver(life, pick, 1 + (pick % 4)) },
  'gets a letter again': { weight: 3, act: (life, _, { pick }) => letters.deliverAgain(life, pick) },
  'loses a letter': { weight: 4, act: (life, _, { pick }) => letters.lose(life, pick, 1) },
  'has a letter vanish': { weight: 0.5, act: (life, _, { pick }) => letters.vanish(life, pick, 1) },
  'has the queue worked on': { weight: 4.5, act: (life, _, { pick }) => letters.work(life, pick) },
  'is swept': { weight: 0.5, act: letters.sweep },
  'is settled': { weight: 0.5, act: (life, _, { pick }) => letters.settle(life, pick) },
} satisfies Record<string, { weight: number; act: Act }>

const words = Object.keys(STEPS) as (keyof typeof STEPS)[]
const oneOf = <T>(weights: [T, number][]) =>
  fc.oneof(...weights.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight: 10 * weight })))

const step: fc.Arbitrary<Step> = fc.record({
  what: oneOf(words.map((what) => [what, STEPS[what].weight])),
  who: fc.nat(NAMES.length - 1),
  card: oneOf<Card>([
    ['pays', 10],
    ['is declined', 1],
    ['is declined once it is saved', 1],
    ['asks once', 2],
    ['asks each time', 2],
    ['is disputed', 2],
  ]),
  pick: fc.nat(999),
})

/**
 * Before short, long and leap Februaries, and far ahead: the sandbox empties payout accounts by the real clock, and a life
 * that began before today would find them paid out.
 */
const STARTS = ['2095-01-31', '2095-02-28', '2095-03-15', '2095-12-30', '2096-01-30']

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  start: fc.constantFrom(...STARTS),
  subscribers: fc.constantFrom(2, 2, 2, NAMES.length),
  feePercent: fc.constantFrom(10, 10, 15, 0, 100),
  steps: fc.array(step, { minLength: STEPS_OF_A_LIFE, maxLength: STEPS_OF_A_LIFE }),
})

/** At Stripe or on the way from there: nothing that the product wrote down changes. */
const ELSEWHERE: Step['what'][] = [
  'pays',
  'pays something old',
  'answers the bank',
  'waits',
  'saves a card',
  'fixes the payment',
  'gets a refund at Stripe',
  'hears of another price',
  'hears that the creator is back',
  'hears what the bank decides',
  'gets letters',
  'gets a letter again',
  'loses a letter',
  'has a letter vanish',
]

/** One step, and a look at what the product makes of it. */
export async function take(life: Life, taken: Step): Promise<void> {
  const who = life.people[taken.who % life.people.length]
  const { act }: { act: Act } = STEPS[taken.what]
  if (who) await act(life, who, taken)
  if (!ELSEWHERE.includes(taken.what)) await look(life)
}

const CARD_IS_USED: Step['what'][] = [
  'subscribes and pays',
  'pays',
  'pays something old',
  'saves a card',
  'fixes the payment',
]

/** A line for each step, to be read and to be taken again. */
export const told = ({ start, subscribers, feePercent, steps }: Plan): string =>
  [
    `From ${start}, ${subscribers} subscribers, ${feePercent} percent:`,
    ...steps.map(({ what, who, card, pick }) => {
      const with_ = CARD_IS_USED.includes(what) ? ` with a card that ${card}` : ''
      return `  ${NAMES[who % subscribers]} ${what}${with_} (${pick})`
    }),
  ].join('\n')
