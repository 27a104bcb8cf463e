// Demo creators with records that are long enough to be ranked: some pick with hindsight, others without
// skill, one has stopped.
import type { Market } from '#server/adapters/market/port.ts'
import { member } from './build-people.ts'
import { type History, picks } from './hindsight.ts'
import type { Blueprint } from './person-options.ts'

/** Without signals, which depend on sample prices. */
export const ranked = {
  marta: member({
    displayName: 'Marta Lind',
    bio: 'Chip makers, a week at a time. Every entry is here, and every one ends after five sessions.',
    joinedDaysAgo: 520,
    follows: ['maya', 'quietquant'],
  }),
  castellanos: member({
    displayName: 'R. Castellanos',
    bio: 'Shops and brands. I walk through the stores before I read the filings.',
    joinedDaysAgo: 326,
    follows: ['priya'],
  }),
  sofia_m: member({
    displayName: 'Sofia M.',
    bio: 'Media and games, short swings. In on strength, out within the week.',
    joinedDaysAgo: 322,
    follows: ['pixelpence'],
  }),
  pemba_s: member({
    displayName: 'Pemba S.',
    bio: 'Dull businesses at fair prices. I hold for a quarter and look again.',
    joinedDaysAgo: 329,
    follows: ['greta', 'quietquant'],
  }),
  wei_l: member({
    displayName: 'Wei L.',
    bio: 'Power and what runs on it. Weeks, not years.',
    joinedDaysAgo: 321,
    follows: ['freya', 'priya'],
  }),
  /** Stopped posting, so the person is listed in the graveyard of Discover. */
  noah_w: member({
    displayName: 'Noah W.',
    bio: 'Traded banks and airlines. Taking a break.',
    joinedDaysAgo: 325,
    follows: ['freya'],
  }),
}

const EVERY_NINE_DAYS = { count: 32, days: [290, 5] } as const

/** `premium`: the signals for subscribers, in addition to the free ones. */
type Histories = History & { premium?: Pick<History, 'count' | 'days' | 'bestOf'> }

const HISTORIES: Record<keyof typeof ranked, Histories> = {
  marta: {
    // Over a year, so that the result is a year's.
    count: 52,
    days: [470, 5],
    tickers: 'AMD AVGO MU ADI AMAT LRCX QCOM TXN KLAC MRVL ON TER SNPS CDNS'.split(' '),
    horizon: 'days',
    bestOf: 3,
    premium: { count: 42, days: [462, 2], bestOf: 2 },
    reasons: [
      'Lead times moved for the first time in two months. A short trade on that, nothing more.',
      'It held up on a weak day for the group. I want to be in before the others notice.',
      'The channel check was better than I expected. Out after a week, right or wrong.',
      'Sold off with everything else last week, without news of its own.',
      'Two customers raised their plans this week. One of them buys here.',
      'Volume dried up on the way down. That is usually the end of the sellers.',
      'A small one ahead of the conference. If nothing is said there, I was wrong.',
      'The spread to its closest peer is as wide as it was in spring. I take the cheap side.',
    ],
  },
  castellanos: {
    ...EVERY_NINE_DAYS,
    tickers: 'NKE TGT LOW SBUX MCD HSY KHC CHWY KMX VFC SYY GIS SJM CL'.split(' '),
    horizon: 'weeks',
    bestOf: 2,
    premium: { count: 14, days: [210, 4], bestOf: 2 },
    reasons: [
      'Shelves were full, prices were up, and nobody put anything back. A month should show it.',
      'Fewer discounts than at the same time last year, in three cities.',
      'The new line is placed at eye level everywhere I looked.',
      'The lines were longer than the quarter before, and the staff was not.',
      'Inventory is down, and the clearance racks are empty. That is margin.',
      'A boring month for the news, a good month at the register.',
      'The competitor next door closed. Some of that traffic stays.',
      'Input costs turned, and the price tags did not.',
    ],
  },
  sofia_m: {
    ...EVERY_NINE_DAYS,
    tickers: 'DIS NFLX EA TTWO SPOT ROKU WBD PINS SNAP RBLX SONY LOGI'.split(' '),
    horizon: 'days',
    bestOf: 2,
    // None in the last 30 days, which the purchase card mentions.
    premium: { count: 8, days: [200, 44], bestOf: 1 },
    reasons: [
      'New highs in the charts this weekend. Five sessions.',
      'It opened weak and closed strong, twice in a row.',
      'The release was well received, and the shares slept through it.',
      'Downloads jumped on Friday. A quick trade.',
      'Everybody hates it this week. I only need them to hate it less.',
      'The guide was fine, the drop was not.',
      'A breakout from six quiet weeks. Out by next weekend.',
      'Relative strength on a red day. I follow it until it stops.',
    ],
  },
  pemba_s: {
    ...EVERY_NINE_DAYS,
    tickers: 'AXP PGR MKL ADP LMT UNP DE WM UPS BA CNI MMM JNJ PG'.split(' '),
    horizon: 'months',
    bestOf: 1,
    reasons: [
      'Nothing exciting, which is the point. It earned more than last year and costs the same.',
      'The balance sheet got shorter again. I like that more than a story.',
      'Management said little and did what it had said before.',
      'A fair price for a toll road. I look again next quarter.',
      'Slow quarter, full order book. The market only read the first half.',
      'The buyback is real this time: the share count fell.',
      'Everybody needs it, nobody talks about it.',
      'I sold it too early last time. A smaller position now.',
    ],
  },
  wei_l: {
    ...EVERY_NINE_DAYS,
    tickers: 'DUK SO NEE ETN HUBB PWR VRT CEG VST NVT GEV AES FSLR BE'.split(' '),
    horizon: 'weeks',
    isPremium: true,
    bestOf: 1,
    reasons: [
      'Load forecasts went up again. Somebody has to deliver the power.',
      'The rate case was settled, and the discount is still there.',
      'A hot month ahead, and reserves are thin.',
      'The backlog grew faster than the shipments.',
      'Another data center signed nearby. It will show in the next filing.',
      'The pullback was about interest rates, not about the business.',
      'New transformers arrive this quarter. The queue behind them is long.',
      'It lagged its peers for a month without a reason that I can find.',
    ],
  },
  noah_w: {
    count: 26,
    days: [300, 130],
    tickers: 'BK WFC AXP JEF UPS BA UNP ADP'.split(' '),
    horizon: 'weeks',
    bestOf: 1,
    reasons: [
      'Deposits came back faster than expected.',
      'Loan losses peaked, I think. A month to find out.',
      'Bookings look good into the holidays.',
      'The yield curve did it a favor this week.',
      'A cheap one with a clean book.',
      'Fuel is down, fares are not.',
      'It moved less than the sector on good news for the sector.',
      'The fine is behind it. So is the headline.',
    ],
  },
}

/** Their signals, dated before `now`. */
export async function withSignals(
  market: Pick<Market, 'closes'>,
  now: Date,
): Promise<Record<keyof typeof ranked, Blueprint>> {
  const all: Record<keyof typeof ranked, Blueprint> = { ...ranked }
  for (const name of Object.keys(ranked) as (keyof typeof ranked)[]) {
    const { premium, ...free } = HISTORIES[name]
    const sealed = premium ? await picks(market, now, { ...free, ...premium, isPremium: true }) : []
    all[name] = { ...ranked[name], signals: [...(await picks(market, now, free)), ...sealed] }
  }
  return all
}
