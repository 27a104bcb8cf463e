// greta's signals: bonds held to maturity.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const bonds: Idea[] = mixed(
  [
    buy(
      'SGOV',
      `Rolled the maturing bills into SGOV for now. Ladder gets its next rung when the auction is out of the way.`,
      'weeks',
    ),
    say(
      'TLT',
      `The question "are long bonds cheap?" has a twin that people forget: cheap for whom? For somebody with a liability
      in 2045, yes. For somebody who needs a trade, ask what the next two refundings look like first.`,
    ),
    buy(
      'TIP',
      `Bought the five-year inflation-linked rung. Real yield is good enough that I don't need an opinion about
      inflation, only about my own patience. Held to maturity, ignored in between.`,
      'bullish',
      'years',
      'premium',
    ),
    say('', `A ladder isn't clever. It just means that something is always about to be paid back.`),
    sell(
      'HYG',
      `High yield spreads pay so little over governments that I'm being asked to insure other people's houses for the
      price of a postcard. Sold what I had. I may be early, and early looks exactly like wrong.`,
      'bearish',
      'months',
    ),
    say(
      'IEF TLT',
      `Duration, once more, because it keeps coming up in replies. If yields rise one point, a fund with a duration of
      seven loses about seven percent, and a fund with a duration of seventeen about seventeen. The coupon softens it
      over the year. That's the whole sum. Everything else is a forecast.`,
    ),
    buy(
      'LQD',
      `Added investment grade, short end only. I want the company's promise, not the next administration's budget.`,
      'adding_position',
      'years',
    ),
    sell(
      'TLT',
      `Closed the TLT trade at a loss. Right about growth, wrong about supply. Supply was on the calendar the whole time.`,
      'weeks',
    ),
    say(
      '',
      `Rebuilt the ladder this week. Rungs from six months to seven years, equal money in each, nothing longer. I tried
      ten once. The extra yield went into worrying.`,
      'premium',
    ),
    buy(
      'MUB',
      `Municipal funds sold off because somebody large needed cash, not because a town stopped collecting property tax.
      Bought a small piece of MUB. I'll sell it back when the discount has gone, and it won't be exciting.`,
      'bullish',
      'weeks',
    ),
    say(
      'SHY IEF',
      `Curve steeper again today. My rungs don't care. I check anyway, as one checks on sleeping children.`,
    ),
    say(
      'EMB',
      `Emerging debt: the yield is real, the diversification is mostly imagined. It behaves like a bond until the day
      you'd like it to. I keep it at 3% so that I can stay polite about it.`,
    ),
    buy(
      'BNDX',
      `First time in years that foreign bonds hedged back to dollars pay me more than the home ones. Switched 5% over.`,
      'months',
      'premium',
    ),
    sell(
      'PFF',
      `Preferreds out. Equity risk with a bond's upside; I never should have called it income.`,
      'taking_profits',
    ),
    say(
      '',
      `A bill matured today. It did what it said it would. I wish I could report something more exciting.`,
    ),
    say(
      'LQD',
      `Ratings tell me what a committee thought last spring. The covenants are longer, duller, and they bind somebody.`,
      'premium',
    ),
    sell(
      'TIP',
      `Sold the inflation fund, kept the inflation bonds. A fund has no maturity, and maturity was the reason I liked them.`,
    ),
  ],
  each(
    [
      ['Two-year', 'Strong demand, so I take less than I hoped for and move on'],
      ['Five-year', 'A small tail. I like tails, they pay me for showing up'],
      ['Three-year', 'Nothing to report, which is how an auction ought to go'],
      ['Seven-year', 'Weak. I bid a little more than usual, at the far end of where I allow myself to go'],
      ['Ten-year', 'Not for me at this length, but I watch it because everybody else is priced off it'],
    ],
    (length, note) => say('', `${length} auction done. ${note}.`),
  ),
  each(
    [
      ['IEF', 'seven years is where I stop knowing anything'],
      ['VCSH', 'short corporate paper, nobody late so far, coupon better than cash'],
      ['STIP', 'cheap protection while nobody is talking about prices'],
      ['SHY', 'the boring end, where a mistake costs a coupon instead of a decade'],
      ['GOVT', 'one fund, every maturity, for the part of the money that is not mine to be clever with'],
    ],
    (ticker, why) => buy(ticker, `Next rung: ${ticker}. Why there: ${why}.`, 'adding_position', 'years'),
  ),
  each(
    [
      ['TLT', 'back above 5% on the thirty-year I start, in quarters, over a year'],
      ['HYG', 'spreads double from here before I look again'],
      ['LQD', 'another half point over governments and I add the ten-year bucket'],
      ['TIP', 'real yields under one percent and I let the rungs run off'],
    ],
    (ticker, plan) =>
      say(
        ticker,
        `Standing order in my head for ${ticker}: ${plan}. Until then, bills.`,
        'watching',
        'months',
        'premium',
      ),
  ),
)
