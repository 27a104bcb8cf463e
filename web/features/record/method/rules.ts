// The rules of method 2 as text (docs/record.md): for a signal, for a record, and against gaming.

/** `formula` states `text` exactly. `id` is for links to the rule. */
export type Rule = { id?: string; name: string; text: string; formula?: string }

export const TWO_SENTENCES = [
  'We treat a person’s signals as one portfolio of up to ten equal trades, after trading and borrowing costs. Each week we compare it with the mix of seven index funds and T-bills that moved most like it.',
  'The headline is the lead that’s left, with the range that luck makes likely.',
] as const

export const SIGNAL_RULES: readonly Rule[] = [
  {
    name: 'Entry',
    text: 'The first official close that comes at least 10 minutes after the post, of a day on which the share traded. No price comes from the author.',
  },
  {
    id: 'positions',
    name: 'Position',
    text: 'A buy opens a long, a sell opens a short. Each author has one position per ticker among public trades, and one among those for subscribers: the same type again keeps it open longer, the opposite type closes it and opens nothing. A sell that takes profits never opens a short, and a buy with that intent only covers one.',
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
    text: 'Trades of premium signals and of private authors are opened to everyone once their positions have ended, at the latest 90 days after the post; those of private authors once they turn public.',
  },
]

export const RECORD_RULES: readonly Rule[] = [
  {
    id: 'two-records',
    name: 'Two records',
    text: 'Trades that everybody could see at the post make one record, trades for subscribers another. Neither ever closes, extends or hides a trade of the other. Everybody sees the record of subscriber trades 91 days late, as it stood then; the author and subscribers see it at once.',
  },
  {
    id: 'a-day',
    name: 'A day',
    text: 'Every open trade’s move less T-bills, after costs: 0.1% to trade both ways, 0.5% in shares that trade less, and 1%, 4% or 12% a year to borrow what is sold short. Ten places: what isn’t filled is in T-bills. With more than ten, each shrinks.',
    formula:
      'sum of w × (side × (g − b) − fee − trip), divided by the sum of w, but at least by 10; g, b: the day’s move of the share and of BIL; w: the part of a place',
  },
  {
    id: 'a-year',
    name: 'The market, and luck',
    text: 'Each week’s result is compared with the mix of SPY, QQQ, IWM, TLT, GLD, VIXY, IBIT and T-bills that moved most like the whole record. What is left is the lead; in nine of ten records without skill, the range contains zero. Below a year nothing is turned into a year.',
    formula:
      'least squares of weekly results on the days of the week and seven funds; range = lead ∓ t × error, Student’s t at 5% on each side; the risk is at least 3% a year of a full portfolio',
  },
  {
    id: 'rated',
    name: 'Who is rated',
    text: 'Records with at least 20 trades that began on 10 different days, 60 days with an open trade and 13 whole weeks. Listed are those of public people who are at least 1% a year ahead at the low end, in the order of the chance that luck alone does as well. A record without an open trade, and without a new one for 91 days, has ended.',
  },
  {
    id: 'likely-skill',
    name: 'Likely skill',
    text: 'Decided at the end of each month: luck alone would do this well less than 1 time in 100; the lead holds among all records ever started (Benjamini and Hochberg at 10%); it beats monkeys with the same days and random tickers of like risk; it has 26 weeks; and all that at two month-ends in a row. About one such label in ten may still be luck.',
  },
  {
    id: 'a-follower',
    name: 'A follower',
    text: 'The same close is the author’s own entry. One day later, each entry and each exit is at the next close of a day on which the share traded. A share that stopped trading ends for both at the same price.',
    formula: 'after the price, a year = result − 12 × price a month ÷ own amount',
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
    text: 'That makes a fine hit rate, which is why we don’t rate by it. Open losers count at the last close.',
  },
  {
    name: 'One ticker, 150 times',
    text: 'It’s one position, in one of ten places.',
  },
  {
    name: 'Lean on an index',
    text: 'Large companies, tech, small companies, bonds, gold, volatility, bitcoin, each up or down or three times over, and T-bills: what moves like them is subtracted.',
  },
  {
    name: 'Hide a loser behind the other kind of signal',
    text: 'A premium sell doesn’t close a public buy, or the other way around. Both records stand side by side.',
  },
  {
    name: 'Stop at the best moment, or comment to stay listed',
    text: 'A record without an open trade ends 91 days after its last new one. Comments and closes are no activity.',
  },
  {
    name: 'Delete the account and start again',
    text: 'The record stays, and counts among all that were ever started.',
  },
  {
    name: 'Many accounts, show the best',
    text: 'Each one raises the number of records, so fifty accounts need a lead that luck explains fifty times less often.',
  },
  {
    name: 'Pump thin shares',
    text: 'A share below $1, or with a median daily value below $1 million over the 21 days up to the entry, is scored and never rated.',
  },
  {
    name: 'A style that fits the times',
    text: 'This stays possible. Two good years of a style that isn’t among the seven funds can be the market’s, not the author’s.',
  },
]

export const NOT_COUNTED: readonly string[] = [
  'Comments: they make no call.',
  'Crypto, options, currencies, futures, and shares that aren’t listed in the US. They’re shown as “Not scored”.',
  'Prices that an author states, such as an entry, a target or a stop.',
  'The size of a position, borrowed money and taxes.',
  'What happened between two closes.',
]
