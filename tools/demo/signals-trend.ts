// quietquant's signals: a trend system's log, with occasional notes.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const trend: Idea[] = mixed(
  [
    buy('GC=F', `Long gold. Rule 1, breakout. Stop 2.5 ATR.`, 'bullish', 'weeks'),
    say('', `No signals today. 41 markets checked.`),
    sell(
      'ZW=F',
      `Short wheat. Trend down on all three speeds. I don't know anything about wheat.`,
      'bearish',
      'weeks',
    ),
    say(
      '',
      `The system lost again this week and did so exactly as designed, which is the part that's hard to explain at dinner.
      Small losses often, large gains seldom. In between, you sit there.`,
    ),
    buy(
      'ES=F',
      `Re-entry long, half risk: volatility above its one-year median halves every size. The rule has no adjective in it.`,
      'weeks',
      'premium',
    ),
    sell('CL=F', `Stopped. Loss: one unit of risk. Next.`, 'days'),
    say(
      'ES=F ZN=F GC=F',
      `Why I never override: I kept a diary of overrides for three years. It isn't a fun diary. The ones I remember are the
      ones that worked; the ones in the diary are the others.`,
    ),
    buy('6E=F', `Euro long, slow speed only. Quarter size.`, 'bullish', 'months', 'premium'),
    say(
      '',
      `Question from a subscriber: which parameter matters most? None of them. Moving the look-back from 100 to 120 days
      changes the order of the years and hardly the sum. If an answer depends on the third digit it was never an answer.`,
      'premium',
    ),
    sell(
      'NQ=F',
      `Exit long, trailing stop. Gave back what a trailing stop gives back.`,
      'taking_profits',
      'days',
    ),
    say(
      '',
      `Bug found: the coffee contract rolled a day late for two months. Effect: small, against me, now fixed. Logged here because logs should have bugs in them.`,
    ),
    buy(
      'KC=F',
      `Coffee. Breakout, third attempt. The first two were losses. The rule doesn't count attempts.`,
      'bullish',
      'weeks',
    ),
    sell(
      'ZB=F',
      `Short long bonds, two of three speeds. If the third joins, full size, and I'll sleep as badly as everyone else.`,
      'bearish',
      'months',
      'premium',
    ),
    say('', `Drawdown week nine. Nothing to change. Went for a walk, rule 0.`),
    say('', `Rolled eleven contracts. Most of this job is rolling contracts.`),
    buy(
      'CC=F',
      `Cocoa, long, smallest size the system allows: the daily range is the size of a normal month.`,
      'bullish',
      'days',
      'premium',
    ),
  ],
  each(
    [
      ['SI=F', 'breakout, 55 days'],
      ['HG=F', 'medium speed turned up'],
      ['6J=F', 'slow speed turned up, others flat'],
      ['SB=F', 'new high for the window, thin market, minimum size'],
      ['LE=F', 'trend up since before the headlines'],
    ],
    (ticker, why) => buy(ticker, `Long ${ticker}: ${why}.`, 'bullish', 'weeks'),
  ),
  each(
    [
      ['NG=F', 'Flat now. Whipsaw, two losses in a row'],
      ['CT=F', 'Trend gone sideways, time stop reached'],
      ['6A=F', 'Stop hit overnight, filled two ticks worse'],
      ['ZS=F', 'Reversal on the fast speed, slow still long, so net zero'],
    ],
    (ticker, note) => sell(ticker, `${ticker} exit. ${note}.`, 'days'),
  ),
  each(
    [
      ['RTY=F', '0.4% under the trigger at the close'],
      ['HO=F', 'needs one more week above the channel'],
      ['ZC=F', 'short side, trigger is the six-month low'],
      ['PL=F', 'both directions possible, channel has narrowed to almost nothing'],
    ],
    (ticker, note) => say(ticker, `On deck for tomorrow: ${ticker}, ${note}.`, 'watching', 'days', 'premium'),
  ),
  each(
    [
      [
        'Correlations across the book are high',
        'everything is one trade in different hats; risk budget cut by a third',
      ],
      ['Volatility down again', "sizes go up a little, which never feels right and isn't meant to"],
      ['Slippage review done', 'metals fine, softs worse than assumed, two markets dropped'],
    ],
    (what, so) => say('', `${what}: ${so}.`),
  ),
)
