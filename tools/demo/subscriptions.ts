// The demo people's subscriptions: subscriber, creator, start, and later events.
import type { Ago } from './time-ago.ts'
import type { demoPlans } from './creator-plans.ts'
import type { people } from './people.ts'

export type DemoSubscription = {
  who: keyof typeof people
  to: keyof typeof demoPlans
  since: Ago
  /** When it was canceled. It ends with the paid month. */
  canceled?: Ago
  /** When the card was replaced by one that always declines. */
  brokenCard?: Ago
  /** Never paid, because the person left the card form. */
  isUnpaid?: boolean
}

const toMaya: Omit<DemoSubscription, 'to'>[] = [
  { who: 'theo', since: [11, 20] },
  { who: 'nadia', since: [11, 3] },
  { who: 'gus_from_accounting', since: [10, 8], canceled: [7, 0] },
  { who: 'naoko', since: [9, 26] },
  { who: 'deepak88', since: [9, 7] },
  { who: 'sunniva', since: [8, 14] },
  { who: 'quentin', since: [7, 28], canceled: [5, 10] },
  { who: 'pixelpence', since: [7, 5] },
  { who: 'lucia', since: [6, 19] },
  { who: 'tinycaps', since: [6, 2] },
  { who: 'farid', since: [4, 27] },
  { who: 'aiko_m', since: [4, 9] },
  { who: 'kwame', since: [3, 22] },
  // The renewal two days ago failed and will be retried.
  { who: 'elif', since: [3, 2], brokenCard: [0, 20] },
  { who: 'bjorn', since: [2, 24] },
  { who: 'rosa', since: [2, 12] },
  { who: 'hana', since: [2, 11], canceled: [1, 20] },
  { who: 'liam_o', since: [1, 26] },
  { who: 'carmen_v', since: [1, 20], canceled: [0, 5] },
  { who: 'ines', since: [1, 9] },
  { who: 'jamal_k', since: [0, 17] },
  { who: 'mei', since: [0, 6] },
]

export const demoSubscriptions: DemoSubscription[] = [
  ...toMaya.map((one): DemoSubscription => ({ ...one, to: 'maya' })),
  { who: 'gus_from_accounting', to: 'desmond', since: [3, 15] },
  { who: 'nadia', to: 'freya', since: [2, 10] },
  { who: 'aiko_m', to: 'naoko', since: [2, 4] },
  { who: 'farid', to: 'lucia', since: [2, 3] },
  { who: 'carmen_v', to: 'theo', since: [1, 10] },
  { who: 'quentin', to: 'desmond', since: [1, 8] },
  { who: 'klara', to: 'greta', since: [1, 3] },
  { who: 'jamal_k', to: 'priya', since: [1, 2] },
  { who: 'pilar', to: 'theo', since: [0, 24] },
  { who: 'liam_o', to: 'kwame', since: [0, 20] },
  { who: 'otis', to: 'tinycaps', since: [0, 12] },
  { who: 'gus_from_accounting', to: 'tinycaps', since: [0, 10] },
  { who: 'yusuf', to: 'quietquant', since: [0, 9] },
  { who: 'bjorn', to: 'freya', since: [0, 0], isUnpaid: true },
]
