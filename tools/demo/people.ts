// All demo people: creators and members.
import { member } from './build-people.ts'
import { creators, dated } from './creators.ts'
import { ships } from './signals-ships.ts'
import { ranked } from './track-records.ts'

const members = {
  rosa: member({
    displayName: 'Rosa Teixeira',
    bio: 'Teacher. Learning slowly and in public.',
    joinedDaysAgo: 96,
    follows: ['maya', 'theo', 'ivy', 'sunniva', 'kwame', 'pixelpence', 'greta', 'lucia'],
    watches: ['SPY', 'NVDA', 'ASML'],
  }),
  omar: member({ displayName: 'Omar Haddad', joinedDaysAgo: 2 }),
  /** A former creator; the signals stay (spec answer 8). */
  oldharbor: member({
    displayName: 'Old Harbor',
    bio: 'Ships. Retired from posting, not from reading.',
    joinedDaysAgo: 261,
    follows: ['kwame', 'lucia'],
    signals: dated(ships, [24 * 62]),
  }),
  aiko_m: member({
    displayName: 'Aiko M.',
    joinedDaysAgo: 150,
    follows: ['naoko', 'maya', 'pixelpence'],
  }),
  bjorn: member({
    displayName: 'Bjørn',
    bio: 'Wind, rain, ETFs.',
    joinedDaysAgo: 110,
    follows: ['sunniva', 'ivy', 'freya', 'maya', 'theo'],
  }),
  carmen_v: member({
    displayName: 'Carmen V.',
    joinedDaysAgo: 75,
    follows: ['theo', 'maya', 'desmond'],
  }),
  deepak88: member({
    displayName: 'Deepak',
    bio: 'Here for the semis threads.',
    joinedDaysAgo: 300,
    follows: ['maya', 'naoko', 'quietquant', 'tinycaps'],
  }),
  elif: member({
    displayName: 'Elif Aydın',
    joinedDaysAgo: 110,
    follows: ['lucia', 'maya', 'theo', 'priya'],
  }),
  farid: member({
    displayName: 'فريد',
    bio: '📈🌙 مستثمر صبور، أقرأ أكثر مما أتداول · Beirut → Lyon',
    joinedDaysAgo: 168,
    follows: ['lucia', 'kwame', 'theo', 'maya'],
  }),
  gus_from_accounting: member({
    displayName: 'Gus',
    bio: 'Yes, really from accounting.',
    joinedDaysAgo: 330,
    follows: ['desmond', 'theo', 'ivy', 'tinycaps'],
  }),
  /** A private profile. */
  hana: member({
    displayName: 'Hana',
    isPublic: false,
    joinedDaysAgo: 90,
    follows: ['maya', 'theo', 'priya'],
  }),
  ines: member({
    displayName: 'Inês Duarte',
    joinedDaysAgo: 57,
    follows: ['maya', 'theo', 'sunniva', 'ivy'],
  }),
  jamal_k: member({
    displayName: 'Jamal K.',
    bio: 'Pharmacist by day.',
    joinedDaysAgo: 53,
    follows: ['priya', 'maya', 'rosa'],
  }),
  klara: member({
    displayName: 'Klára',
    joinedDaysAgo: 45,
    follows: ['theo', 'greta', 'ivy'],
  }),
  liam_o: member({
    displayName: 'Liam O.',
    joinedDaysAgo: 67,
    follows: ['maya', 'kwame', 'theo', 'pixelpence', 'quietquant'],
  }),
  mei: member({
    displayName: 'Mei 🍊',
    bio: 'Small account, long horizon 🐢',
    joinedDaysAgo: 29,
    follows: ['ivy', 'theo', 'maya', 'rosa', 'naoko'],
  }),
  nadia: member({
    displayName: 'Nadia',
    joinedDaysAgo: 352,
    follows: ['maya', 'lucia', 'freya', 'theo'],
  }),
  otis: member({
    displayName: null,
    joinedDaysAgo: 18,
    follows: ['tinycaps', 'maya'],
  }),
  pilar: member({
    displayName: 'Pilar R.',
    bio: 'Mostly here for Theo.',
    joinedDaysAgo: 33,
    follows: ['theo'],
  }),
  quentin: member({
    displayName: 'Quentin Maximilian Featherstonehaugh-Cholmondeley',
    bio: 'The form said fifty characters.',
    joinedDaysAgo: 255,
    follows: ['desmond', 'maya', 'theo', 'sunniva', 'oldharbor'],
  }),
  yusuf: member({
    displayName: 'Yusuf',
    joinedDaysAgo: 12,
    follows: ['kwame', 'maya', 'quietquant', 'theo'],
  }),
}

/** By username. The people of `track-records.ts` get signals based on sample prices when they are created. */
export const people = { ...creators, ...members, ...ranked }
