// The rules of method 1 as text (docs/record.md): for a signal, for a record, and against gaming.

/** `formula` states `text` exactly. `id` is for links to the rule. */
export type Rule = { id?: string; name: string; text: string; formula?: string }

export const TWO_SENTENCES = [
  'We put all signals of a person into one paper portfolio with ten equal places, one place per post and never two for the same ticker, and each day subtract what the mix of SPY and QQQ that usually moves like it made.',
  'The rank is the low end of what luck leaves of the yearly result: the average minus 1.645 standard errors.',
] as const

export const SIGNAL_RULES: readonly Rule[] = [
  {
    name: 'Entry',
    text: 'The first official close that comes at least 10 minutes after the post, of a day on which the share traded. No price comes from the author.',
  },
  {
    id: 'positions',
    name: 'Position',
    text: 'A buy opens a long, a sell opens a short. Each author has one position per ticker: the same type again keeps it open longer, the opposite type closes it and opens nothing. A sell that takes profits never opens a short.',
  },
  {
    name: 'Several tickers',
    text: 'They share one place in equal parts. The signal’s result is the mean of its parts.',
  },
  {
    name: 'End',
    text: 'After 5 exchange days for “days”, 21 for “weeks”, 63 for “months” or without a horizon, 252 for “years”. An author who leaves closes nothing.',
  },
  {
    name: 'Return',
    text: 'With dividends and splits. A short can’t lose more than 100%.',
    formula:
      'growth of a day = (close + dividend) × split ratio ÷ close before; return = side × (product of all days − 1), side 1 or −1',
  },
  {
    id: 'ahead-of-spy',
    name: 'Ahead of SPY',
    text: 'SPY gets the same formula on the same days. The difference is in percentage points.',
    formula: 'side × (product of the share − product of SPY)',
  },
  {
    name: 'Fixed horizons',
    text: 'The same figures are kept after 1, 5, 21, 63 and 252 exchange days, so that nobody picks the best moment afterwards. An open position is marked at the last close and counts in every total.',
  },
  {
    name: 'No price',
    text: 'If a share doesn’t trade on a day, its last close holds. After 21 exchange days without one, the position is closed at it. If shares become worth something else at the end, such as the cash of a takeover, an administrator sets that final value, and its source is shown.',
  },
  {
    name: 'Corrections',
    text: 'Closes of the last five weeks, and all dividends and splits, are asked for again each day. If a provider corrects one, the result is calculated again, and the page says what it was before.',
  },
  {
    name: 'Sealed',
    text: 'Trades of premium signals and of private authors are opened to everyone once their positions have ended, at the latest 90 days after the post; those of private authors once they turn public. In the record that everyone sees they count from the 90th day on, so that quick winners don’t count before held losers; for subscribers they count from the start.',
  },
]

export const RECORD_RULES: readonly Rule[] = [
  {
    id: 'a-day',
    name: 'A day',
    text: 'Every open position’s move, less that of the SPY–QQQ mix that moves like it. Ten places or more: with fewer positions, the rest is cash. Days without a position count as 0.',
    formula:
      'sum of w × side × (g − 1 − beta × (b − 1) − tilt × (q − b)), divided by the sum of w, but at least by 10; g, b, q: the day’s growth of the share, SPY and QQQ; w: the part of a place',
  },
  {
    name: 'Beta and tilt',
    text: 'How the share moved with SPY, and with QQQ against SPY, over the 252 exchange days up to the entry; 1 and 0 if fewer than 60 are known.',
    formula: 'least squares; beta = 0.67 × slope + 0.33, within 0 and 3 (Blume 1975); tilt within −1 and 2',
  },
  {
    id: 'a-year',
    name: 'A year, and luck',
    text: 'The average day times 252, and the range that luck leaves around it.',
    formula:
      'low = 252 × average − 1.645 × error, high = 252 × average + 1.645 × error; error = 252 × square root of (V ÷ n), V after Newey and West with 5 lags',
  },
  {
    id: 'a-follower',
    name: 'A follower',
    text: 'At once is the author’s own entry. A day later, each entry and each exit is at the next close of a day on which the share traded, with the author’s weights, beta and tilt. A share that stopped trading ends for both at the same price.',
    formula: 'after the price, a year = result − 12 × price a month ÷ own amount',
  },
  {
    id: 'ranked',
    name: 'Who is ranked',
    text: 'Public people with at least 20 signals that opened a position, on 10 different days, 60 active days, 90 days on record, and a signal in the last 90 days. Only those whose low end is above 0 are listed: 5% of all ranked get there by luck alone, and the list says how many that is.',
  },
]

export const ATTACKS: readonly Rule[] = [
  {
    name: 'Delete the losers',
    text: 'Nothing can be deleted or edited, and an author who leaves leaves the record behind.',
  },
  {
    name: 'Post after the move',
    text: 'Entry is the first close at least 10 minutes after the post. What happened before doesn’t count.',
  },
  {
    name: 'Date a signal back',
    text: 'The log gives each entry its place. Signals from before the log are marked: their time is our word alone.',
  },
  {
    name: 'Take 1%, hold losers',
    text: 'That makes a fine hit rate, which is why we don’t rank by it. Open losers count at the last close. None of these got into the top 50.',
  },
  {
    name: 'One ticker, 150 times',
    text: 'It’s one position, in one of ten places. None got into the top 50.',
  },
  {
    name: 'Only buy what rises with the market',
    text: 'The mix of SPY and QQQ that moves like the share is subtracted. Of those who bought 300 of the largest companies, 5% came out above 0, which is what luck gives.',
  },
  {
    name: 'Stop at the best moment',
    text: 'Helps a little: 13% came out above 0. So a rank needs a signal in the last 90 days.',
  },
  {
    name: 'Many accounts, show the best',
    text: 'This stays possible: the best of 50 accounts got into the top 50 in 18% of tries.',
  },
  {
    name: 'Pump thin shares',
    text: 'A share below $1, or with a median daily value below $1 million over the 21 days up to the entry, is scored and never ranked: it’s in no yearly figure and doesn’t count toward the 20 signals.',
  },
  {
    name: 'A style that fits the times',
    text: 'This stays possible too. Two good years can be the market’s, not the author’s. Of the first ten in the simulation, six had no skill when skill was small.',
  },
]

export const NOT_COUNTED: readonly string[] = [
  'Comments: they make no call.',
  'Crypto, options, currencies, futures, and shares that aren’t listed in the US. They’re shown as “Not scored”.',
  'Prices that an author states, such as an entry, a target or a stop.',
  'The size of a position, borrowed money, taxes, trading costs, and what borrowing a share costs.',
  'What happened between two closes.',
]
