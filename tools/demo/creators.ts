// The demo creators: profiles, follows and dated signals.
import { member } from './build-people.ts'
import type { SignalOptions } from './person-options.ts'
import type { Idea } from './idea.ts'
import { asia } from './signals-asia.ts'
import { biotech } from './signals-biotech.ts'
import { bonds } from './signals-bonds.ts'
import { dividends } from './signals-dividends.ts'
import { europe } from './signals-europe.ts'
import { grid } from './signals-grid.ts'
import { index } from './signals-index.ts'
import { macro } from './signals-macro.ts'
import { oil } from './signals-oil.ts'
import { screens } from './signals-screens.ts'
import { semis } from './signals-semis.ts'
import { small } from './signals-small.ts'
import { trend } from './signals-trend.ts'
import { value } from './signals-value.ts'

/** Spreads values evenly without a visible pattern. */
const GOLDEN_RATIO = 0.618034

/**
 * Dates ideas listed newest first: the first ones `recentHours` ago, the others at uneven steps back to `oldestDays`
 * ago. Deterministic.
 */
export function dated(ideas: Idea[], recentHours: number[], oldestDays = 118): SignalOptions[] {
  const startHours = Math.max(20, ...recentHours)
  const step = (oldestDays * 24 - startHours) / (ideas.length - recentHours.length)
  // Each person has a different rhythm, so that no two people post in sync.
  const rhythm =
    [...(ideas[0]?.content ?? '')].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) / 97
  return ideas.map((idea, position) => {
    const place = position - recentHours.length
    const jitter = ((place + 1) * GOLDEN_RATIO + rhythm) % 1
    return { ...idea, hoursAgo: recentHours[position] ?? startHours + step * (place + jitter) }
  })
}

export const creators = {
  maya: member({
    displayName: 'Maya Lindqvist',
    bio: 'Chips and the machines that make them. Three to fifteen months. Every idea comes with what would prove it wrong.',
    joinedDaysAgo: 430,
    follows: ['theo', 'naoko', 'lucia', 'sunniva', 'quietquant', 'freya'],
    signals: [...dated(semis.slice(0, 22), [0.42, 3.2, 9.5, 27]), ...dated(semis.slice(22), [24 * 126], 384)],
  }),
  theo: member({
    displayName: 'Theo Brandt',
    bio: 'Dividends, slowly. Owner of very small pieces of very dull companies.',
    joinedDaysAgo: 402,
    follows: ['maya', 'ivy', 'greta', 'desmond'],
    watches: ['SPY', 'KO', 'PEP'],
    signals: dated(dividends, [0.09, 5.4, 16]),
  }),
  greta: member({
    displayName: 'Greta on Bonds',
    bio: 'I lend money and get it back. Ladders, duration, auctions.',
    joinedDaysAgo: 190,
    follows: ['lucia', 'theo', 'ivy'],
    signals: dated(bonds, [1.3, 18]),
  }),
  kwame: member({
    displayName: 'Kwame A.',
    bio: 'Barrels, molecules, toll roads for both.',
    joinedDaysAgo: 160,
    follows: ['freya', 'lucia', 'oldharbor', 'maya'],
    signals: dated(oil, [0.17, 4.1, 13]),
  }),
  freya: member({
    displayName: 'Freya (grid notes)',
    bio: 'Used to specify switchgear. Now I buy the people who make it.',
    joinedDaysAgo: 150,
    follows: ['kwame', 'maya', 'sunniva'],
    signals: dated(grid, [2.2, 21]),
  }),
  sunniva: member({
    displayName: 'Sunniva',
    bio: 'Large European companies that earn their money everywhere else.',
    joinedDaysAgo: 281,
    follows: ['maya', 'naoko', 'theo', 'desmond'],
    signals: dated(europe, [0.75, 6.8]),
  }),
  naoko: member({
    displayName: 'Naoko 直子',
    bio: 'Tokyo, Osaka, Hong Kong, Singapore. Short notes, long holdings.',
    joinedDaysAgo: 322,
    follows: ['maya', 'lucia', 'pixelpence'],
    signals: dated(asia, [7.7, 15]),
  }),
  desmond: member({
    displayName: 'Desmond Ashworth-Pell',
    bio: 'Retired. I buy businesses below what I think they are worth, and I do not own, write or discuss options, except to complain.',
    joinedDaysAgo: 225,
    follows: ['theo'],
    signals: dated(value, [1.9, 25]),
  }),
  tinycaps: member({
    displayName: 'tiny caps',
    bio: 'companies with three analysts or fewer. limit orders only, be gentle',
    joinedDaysAgo: 201,
    follows: ['desmond', 'pixelpence', 'maya'],
    signals: dated(small, [0.58, 10.5]),
  }),
  lucia: member({
    displayName: 'Lucía Ferrer',
    bio: 'Macro with odds attached, so that I can be held to them.',
    joinedDaysAgo: 233,
    follows: ['greta', 'kwame', 'maya', 'quietquant'],
    signals: dated(macro, [2.7, 8.9]),
  }),
  ivy: member({
    displayName: 'Index Ivy',
    bio: 'I buy everything, monthly, and then I go outside.',
    joinedDaysAgo: 130,
    follows: ['theo', 'greta'],
    signals: dated(index, [3.9, 19.5]),
  }),
  priya: member({
    displayName: 'Priya N.',
    bio: 'Biotech, sized to be survived. Reads endpoints before headlines.',
    joinedDaysAgo: 166,
    follows: ['maya', 'desmond'],
    signals: dated(biotech, [1.05, 12]),
  }),
  pixelpence: member({
    displayName: '✨ pixel & pence',
    bio: 'games, screens, the companies behind them 🎮 lowercase on purpose',
    joinedDaysAgo: 240,
    follows: ['naoko', 'tinycaps', 'maya', 'theo'],
    signals: dated(screens, [0.3, 6.1]),
  }),
  quietquant: member({
    displayName: null,
    bio: '41 markets, four rules, one diary.',
    joinedDaysAgo: 190,
    follows: ['lucia'],
    signals: dated(trend, [0.01, 4.8, 23]),
  }),
  /** Has no payouts yet, so has no signals. */
  jonas: member({
    displayName: 'Jonas Weidner',
    bio: 'Setting up. Shipping containers, pallets, the real internet of things.',
    joinedDaysAgo: 6,
    follows: ['maya', 'freya', 'kwame', 'oldharbor'],
  }),
}
