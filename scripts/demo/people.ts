// All demo people: the creators, and those who mostly read, with whom they follow and pay.
import { member } from '#test/town.ts'
import { creators, dated } from './creators.ts'
import { ships } from './signals-ships.ts'

const members = {
  rosa: member({
    displayName: 'Rosa Teixeira',
    bio: 'Teacher. Learning slowly and in public.',
    joinedDaysAgo: 96,
    follows: ['maya', 'theo', 'ivy', 'sunniva', 'kwame', 'pixelpence', 'greta', 'lucia'],
    subscribesTo: [{ creator: 'maya', periodStartedDaysAgo: 12, startedDaysAgo: 72 }],
  }),
  omar: member({ displayName: 'Omar Haddad', joinedDaysAgo: 2 }),
  /** Was a creator once; the signals stay (answer 8). */
  oldharbor: member({
    displayName: 'Old Harbor',
    bio: 'Ships. Retired from posting, not from reading.',
    joinedDaysAgo: 230,
    follows: ['kwame', 'lucia'],
    signals: dated(ships, [24 * 62]),
  }),
  aiko_m: member({
    displayName: 'Aiko M.',
    joinedDaysAgo: 88,
    follows: ['naoko', 'maya', 'pixelpence'],
    subscribesTo: [{ creator: 'naoko', periodStartedDaysAgo: 4, startedDaysAgo: 64 }],
  }),
  bjorn: member({
    displayName: 'Bjørn',
    bio: 'Wind, rain, ETFs.',
    joinedDaysAgo: 110,
    follows: ['sunniva', 'ivy', 'freya', 'maya', 'theo'],
    subscribesTo: [{ creator: 'freya', status: 'incomplete' }],
  }),
  carmen_v: member({
    displayName: 'Carmen V.',
    joinedDaysAgo: 75,
    follows: ['theo', 'maya', 'desmond'],
    subscribesTo: ['theo', { creator: 'maya', periodStartedDaysAgo: 20, startedDaysAgo: 50 }],
  }),
  deepak88: member({
    displayName: 'Deepak',
    bio: 'Here for the semis threads.',
    joinedDaysAgo: 170,
    follows: ['maya', 'naoko', 'quietquant', 'tinycaps'],
    // From before the price was raised: subscribers keep what they agreed to.
    subscribesTo: [{ creator: 'maya', priceCents: 900, periodStartedDaysAgo: 7, startedDaysAgo: 157 }],
  }),
  elif: member({
    displayName: 'Elif Aydın',
    joinedDaysAgo: 61,
    follows: ['lucia', 'maya', 'theo', 'priya'],
    subscribesTo: [{ creator: 'lucia', status: 'past_due', periodStartedDaysAgo: 3, startedDaysAgo: 33 }],
  }),
  farid: member({
    displayName: 'فريد',
    bio: '📈🌙 مستثمر صبور، أقرأ أكثر مما أتداول · Beirut → Lyon',
    joinedDaysAgo: 82,
    follows: ['lucia', 'kwame', 'theo', 'maya'],
  }),
  gus_from_accounting: member({
    displayName: 'Gus',
    bio: 'Yes, really from accounting.',
    joinedDaysAgo: 120,
    follows: ['desmond', 'theo', 'ivy', 'tinycaps'],
    subscribesTo: [{ creator: 'desmond', periodStartedDaysAgo: 15, startedDaysAgo: 105 }, 'tinycaps'],
  }),
  /** Nobody but hana sees this profile. */
  hana: member({
    displayName: 'Hana',
    isPublic: false,
    joinedDaysAgo: 90,
    follows: ['maya', 'theo', 'priya'],
    subscribesTo: [{ creator: 'maya', status: 'canceled', periodStartedDaysAgo: 41, startedDaysAgo: 71 }],
  }),
  ines: member({
    displayName: 'Inês Duarte',
    joinedDaysAgo: 47,
    follows: ['maya', 'theo', 'sunniva', 'ivy'],
    subscribesTo: [{ creator: 'maya', periodStartedDaysAgo: 17 }],
  }),
  jamal_k: member({
    displayName: 'Jamal K.',
    bio: 'Pharmacist by day.',
    joinedDaysAgo: 53,
    follows: ['priya', 'maya', 'rosa'],
    subscribesTo: [{ creator: 'priya', status: 'trialing', periodStartedDaysAgo: 2, periodDays: 14 }],
  }),
  klara: member({
    displayName: 'Klára',
    joinedDaysAgo: 39,
    follows: ['theo', 'greta', 'ivy'],
    subscribesTo: ['greta'],
  }),
  liam_o: member({
    displayName: 'Liam O.',
    joinedDaysAgo: 67,
    follows: ['maya', 'kwame', 'theo', 'pixelpence', 'quietquant'],
    subscribesTo: [{ creator: 'maya', periodStartedDaysAgo: 26, startedDaysAgo: 56 }, 'kwame'],
  }),
  mei: member({
    displayName: 'Mei 🍊',
    bio: 'Small account, long horizon 🐢',
    joinedDaysAgo: 29,
    follows: ['ivy', 'theo', 'maya', 'rosa', 'naoko'],
  }),
  nadia: member({
    displayName: 'Nadia',
    joinedDaysAgo: 101,
    follows: ['maya', 'lucia', 'freya', 'theo'],
    subscribesTo: [
      { creator: 'maya', periodStartedDaysAgo: 1, startedDaysAgo: 91 },
      { creator: 'freya', startedDaysAgo: 70 },
    ],
  }),
  otis: member({
    displayName: null,
    joinedDaysAgo: 18,
    follows: ['tinycaps', 'maya'],
    subscribesTo: ['tinycaps'],
  }),
  pilar: member({
    displayName: 'Pilar R.',
    bio: 'Mostly here for Theo.',
    joinedDaysAgo: 33,
    follows: ['theo'],
    subscribesTo: ['theo'],
  }),
  quentin: member({
    displayName: 'Quentin Maximilian Featherstonehaugh-Cholmondeley',
    bio: 'The form said fifty characters.',
    joinedDaysAgo: 58,
    follows: ['desmond', 'maya', 'theo', 'sunniva', 'oldharbor'],
    subscribesTo: [{ creator: 'desmond', periodStartedDaysAgo: 8, startedDaysAgo: 38 }],
  }),
  yusuf: member({
    displayName: 'Yusuf',
    joinedDaysAgo: 12,
    follows: ['kwame', 'maya', 'quietquant', 'theo'],
    subscribesTo: [{ creator: 'quietquant', periodStartedDaysAgo: 9 }],
  }),
}

/** By username. */
export const people = { ...creators, ...members }
