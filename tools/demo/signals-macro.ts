// lucia's signals: macro, with odds.
import { buy, each, type Idea, mixed, say, sell, stating } from './idea.ts'

/** Newest first. */
export const macro: Idea[] = mixed(
  [
    say(
      '^GSPC TLT GC=F',
      `My map for the coming quarter, with rough odds so that I can be held to them.

      - Muddle through, 55%: growth slows, nothing breaks, stocks drift and bonds earn their coupon.
      - Second wind, 25%: credit loosens, cyclicals lead, long bonds suffer.
      - Accident, 20%: something with leverage in it stops. Bills and gold do their job, everything else is one trade.

      Positioned for the first, insured against the third, and resigned to underperforming in the second.`,
      'months',
    ),
    stating(
      { target: '+8%', stop: '-6%', confidence: '55' },
      buy(
        'GLD',
        `Added gold on the dip. Not a forecast of anything. It is the one line in the book that nobody has to repay.`,
        'adding_position',
        'years',
      ),
    ),
    say(
      'DX-Y.NYB',
      `The dollar fell on a strong number today. When a market stops reacting the way it's supposed to, I stop adding.`,
      'watching',
      'days',
    ),
    sell(
      'IWM',
      `Closed the small-cap leg of the pair. It needed easier credit and got easier talk. I misread one for the other; the
      survey of loan officers was there to be read the whole time. A modest loss and a better checklist.`,
      'weeks',
    ),
    buy(
      'TLT',
      `Starting a position in long bonds, a quarter of full size.

      The argument isn't that inflation is over. It's that the market now pays me to wait and find out, which it didn't
      do last year. I add on weak auctions and never on rallies. If core prices run hot for three prints in a row I'm
      out, and I'll say so here.`,
      'bullish',
      'months',
      'premium',
    ),
    say(
      '',
      `Payrolls day. My advice to myself, printed and taped to the screen: the revision matters more than the number.`,
    ),
    say(
      'HG=F CL=F',
      `Copper and oil are telling different stories about the same world. I've learned to believe copper about factories
      and oil about fear. Right now that's "slow" and "calm". Neither is a reason to hurry.`,
    ),
    sell(
      'EEM',
      `Reduced emerging equities to a quarter of the usual weight. A strong dollar is a tax on everything in there.`,
      'bearish',
      'months',
      'premium',
    ),
    buy(
      'FXF',
      `A little Swiss franc, as one keeps a torch in a drawer. It costs something each month and I grumble each month.`,
      'months',
    ),
    say(
      '',
      `A reader asked how I can have odds for things that happen once. The odds aren't about the world, they're about me:
      they make me say how surprised I'd be. If I'm never surprised I'm not writing them down honestly.`,
    ),
    sell(
      'XLU',
      `Utilities rallied like technology shares, so I sold them like technology shares.`,
      'taking_profits',
      'weeks',
    ),
    say(
      '^TNX ^GSPC',
      `Three regimes for stocks against yields, and how I tell them apart. Yields up for growth: stocks shrug. Yields up
      for inflation: stocks sulk. Yields up for supply: nobody knows what to do and the correlation flips twice a week.
      I think we're in the third. That's why the gross exposure is low and the notes are long. The order in which I'd
      cut: small caps, then anything that needs refinancing, then the index itself. The trigger: if the ten-year
      moves more than a quarter point in a week without any data, I halve the equity risk the same day and think later.
      Thinking first has been the expensive way round.`,
      'weeks',
      'premium',
    ),
    say(
      '',
      `I changed my mind about housing. Not dramatically. Enough to stop writing about it as if I knew.`,
    ),
    buy(
      'DBC',
      `Commodities at the bottom of a three-year range while everyone hedges with the same seven shares. One unit.`,
      'bullish',
      'months',
    ),
    say(
      '^VIX',
      `Volatility is low because nothing has happened, and people lever up because volatility is low. I don't know the date. I do know the shape.`,
      'watching',
      'months',
    ),
    sell(
      'USO',
      `Sold the oil hedge. It was there for one kind of accident, and the premium for that kind has come back out of the price. Kept the gold, which is there for the kinds I can't name.`,
      'taking_profits',
      'weeks',
      'premium',
    ),
  ],
  each(
    [
      ['credit spreads', 'tight. They can stay tight for years and widen in an afternoon'],
      ['breadth', 'narrower than the index suggests, wider than the pessimists claim'],
      ['real yields', 'high enough that gold has no business holding up, and it holds up. I take note'],
      ['bank lending', 'thawing at the edges. The edges are where it starts'],
      ['shipping times', 'longer again. Prices listen to that about two quarters later'],
    ],
    (what, note) => say('', `One line on ${what}: ${note}.`, 'watching'),
  ),
  each(
    [
      ['EWJ', 'wages are rising there for the first time in a working lifetime'],
      ['INDA', "I pay up for the only large growth story that isn't priced off California"],
      ['EWZ', 'real rates that high are a coiled spring or a warning; small enough for both'],
      ['EWU', 'unloved, full of things one needs, and it pays while one waits'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `Country tilt: ${ticker}, 2%, because ${why}. Reviewed at quarter end, not before.`,
        'bullish',
        'months',
        'premium',
      ),
  ),
  each(
    [
      ['XLF', 'curve steepening was the reason, the curve has steepened'],
      ['FXI', 'stimulus headlines get shorter-lived each time'],
      ['XHB', 'mortgage rates took back in a week what they gave in two months'],
    ],
    (ticker, why) => sell(ticker, `Off the sheet: ${ticker}. Why now: ${why}.`, 'weeks'),
  ),
  each(
    [
      ['SLV', "gold's nervous cousin needs gold to stop and breathe first"],
      ['CPER', 'inventories at the exchanges fall for a second month'],
      ['UUP', 'everyone agrees that the dollar is done'],
      ['VIXY', 'never. I write it down so that I remember at two in the morning'],
    ],
    (ticker, when) => say(ticker, `When I'd buy ${ticker}: ${when}.`, 'watching', 'weeks'),
  ),
)
