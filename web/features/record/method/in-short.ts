// Method 2 in short, for a reader who has never seen a formula, and what it does against cheating.
import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Rule } from './rules.ts'

export const STEPS = [
  {
    name: 'Posted',
    text: 'The signal goes into a public log at once. Nobody can edit or delete it there, including us.',
  },
  {
    name: 'Entered',
    text: 'At the next official closing price, at least 10 minutes later. The author doesn’t choose it.',
  },
  {
    name: 'Ended',
    text: 'After the time the author gave (5, 21, 63 or 252 trading days), or when they post the opposite.',
  },
  {
    name: 'Compared',
    text: 'With SPY, a fund of 500 large US companies, over exactly the same days. A short is compared with shorting SPY.',
  },
] as const

type Label = { tone: BadgeTone; name: string; text: string }

export const LABELS: readonly Label[] = [
  {
    tone: 'brand',
    name: 'Likely skill',
    text: 'Luck alone would do this well less than 1 time in 100. It also beats simulated monkeys with the same days, and holds among all records ever started. About one such label in ten may still be luck.',
  },
  {
    tone: 'neutral',
    name: 'Could be luck',
    text: 'Rated, but the lead is small or young enough to happen by chance.',
  },
  {
    tone: 'outline',
    name: 'Not rated yet: 10 of 20 trades',
    text: 'We need 20 scored trades on 10 different days, 60 days with an open trade, and 13 weeks. Until then there’s no yearly figure.',
  },
  {
    tone: 'outline',
    name: 'Ended in March 2027',
    text: 'No open trade and no new one for 91 days. The record stays, so nobody can stop at the best moment.',
  },
]

export const CHEATS: readonly Rule[] = [
  {
    name: 'Delete the losers',
    text: 'Nothing can be deleted or edited, and an author who leaves leaves the record behind.',
  },
  {
    name: 'Post after the move',
    text: 'Entry is the first close at least 10 minutes after the post. What happened before doesn’t count.',
  },
  {
    name: 'Backdate a signal',
    text: 'The log gives each entry its place. Signals from before the log are marked: you have only our word for their time.',
  },
  {
    name: 'Take 1%, hold losers',
    text: 'That makes a great win rate, which is why we don’t rate by it. Open losers count at the last close.',
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
    text: 'A record without an open trade ends 91 days after its last new one. Comments and closes don’t count.',
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

export const CANT_TELL: readonly string[] = [
  'Whether the author put real money in.',
  'What you would have earned: see “If you had followed” on each record.',
  'What comes next. Most good records fade.',
]
