// The rules of method 2 as text (docs/record.md): for a signal and for a record.

/** `formula` states `text` exactly. `id` is for links to the rule. */
export type Rule = { id?: string; name: string; text: string; formula?: string }

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
    name: 'Set times',
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
    text: 'Decided at the end of each month: luck alone would do this well less than 1 time in 100; the lead holds among all records ever started (Benjamini and Hochberg at 10%); it beats monkeys with the same days and random tickers of similar risk; it has 26 weeks; and all that at two month-ends in a row. About one such label in ten may still be luck.',
  },
  {
    id: 'a-follower',
    name: 'A follower',
    text: 'The same close is the author’s own entry. One day later, each entry and each exit is at the next close of a day on which the share traded. A share that stopped trading ends for both at the same price.',
    formula: 'after the price, a year = result − 12 × price a month ÷ own amount',
  },
]

export const NOT_COUNTED: readonly string[] = [
  'Comments: they aren’t trades.',
  'Crypto, options, currencies, futures, and shares that aren’t listed in the US. They’re shown as “Not scored”.',
  'Prices that an author states, such as an entry, a target or a stop.',
  'The size of a position, borrowed money and taxes.',
  'What happened between two closes.',
]
