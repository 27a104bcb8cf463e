// What lucia and ivy write: the weather above all markets, and the art of owning the whole market and leaving it be.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

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
    buy('GLD', `Added gold on the dip. Not a forecast of anything. It is the one line in the book that nobody has to repay.`, 'adding_position', 'years'),
    say('DX-Y.NYB', `The dollar fell on a strong number today. When a market stops reacting the way it's supposed to, I stop adding.`, 'watching', 'days'),
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
    say('', `Payrolls day. My advice to myself, printed and taped to the screen: the revision matters more than the number.`),
    say(
      'HG=F CL=F',
      `Copper and oil are telling different stories about the same world. I've learned to believe copper about factories
      and oil about fear. Right now that's "slow" and "calm". Neither is a reason to hurry.`,
    ),
    sell('EEM', `Reduced emerging equities to a quarter of the usual weight. A strong dollar is a tax on everything in there.`, 'bearish', 'months', 'premium'),
    buy('FXF', `A little Swiss franc, as one keeps a torch in a drawer. It costs something each month and I grumble each month.`, 'months'),
    say(
      '',
      `A reader asked how I can have odds for things that happen once. The odds aren't about the world, they're about me:
      they make me say how surprised I'd be. If I'm never surprised I'm not writing them down honestly.`,
    ),
    sell('XLU', `Utilities rallied like technology shares, so I sold them like technology shares.`, 'taking_profits', 'weeks'),
    say(
      '^TNX ^GSPC',
      `Three regimes for stocks against yields, and how I tell them apart. Yields up for growth: stocks shrug. Yields up
      for inflation: stocks sulk. Yields up for supply: nobody knows what to do and the correlation flips twice a week.
      I think we're in the third. That's why the gross exposure is low and the notes are long. Details, levels and the
      order in which I'd cut are in the weekly letter for subscribers, here's the part that matters: if the ten-year
      moves more than a quarter point in a week without any data, I halve the equity risk the same day and think later.
      Thinking first has been the expensive way round.`,
      'weeks',
      'premium',
    ),
    say('', `I changed my mind about housing. Not dramatically. Enough to stop writing about it as if I knew.`),
    buy('DBC', `Commodities at the bottom of a three-year range while everyone hedges with the same seven shares. One unit.`, 'bullish', 'months'),
  ],
  each(
    [
      ['Credit spreads', 'tight. They can stay tight for years and widen in an afternoon'],
      ['Breadth', 'narrower than the index suggests, wider than the pessimists claim'],
      ['Real yields', 'high enough that gold has no business holding up, and it holds up. I take note'],
      ['Bank lending', 'thawing at the edges. The edges are where it starts'],
      ['Shipping times', 'longer again. Prices listen to that about two quarters later'],
    ],
    (what, note) => say('', `One line on ${what.toLowerCase()}: ${note}.`, 'watching'),
  ),
  each(
    [
      ['EWJ', 'wages are rising there for the first time in a working lifetime'],
      ['INDA', 'I pay up for the only large growth story that isn’t priced off California'],
      ['EWZ', 'real rates that high are a coiled spring or a warning; small enough for both'],
      ['EWU', 'unloved, full of things one needs, and it pays while one waits'],
    ],
    (ticker, why) => buy(ticker, `Country tilt: ${ticker}, 2%, because ${why}. Reviewed at quarter end, not before.`, 'bullish', 'months', 'premium'),
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
      ['SLV', 'gold’s nervous cousin needs gold to stop and breathe first'],
      ['CPER', 'inventories at the exchanges fall for a second month'],
      ['UUP', 'everyone agrees that the dollar is done'],
      ['VIXY', 'never. I write it down so that I remember at two in the morning'],
    ],
    (ticker, when) => say(ticker, `When I'd buy ${ticker}: ${when}.`, 'watching', 'weeks'),
  ),
)

/** Newest first. */
export const index: Idea[] = mixed(
  [
    buy('VT', `Payday. Bought VT. Took eleven seconds, a personal best.`, 'adding_position', 'years'),
    say('', `Portfolio news: none. Thank you for subscribing.`),
    say(
      'VTI VXUS',
      `Rebalanced. Sold a sliver of the thing that went up, bought the thing everyone tells me is finished. I've no opinion
      on whether it is finished. I have a spreadsheet with a column called "target" and it has never once asked me how
      I felt.`,
    ),
    buy('VOO', `Same fund, same day of the month, different excuse in the news.`, 'adding_position', 'years'),
    say(
      '',
      `Honest inventory of the clever things I did before I stopped:

      1. A leveraged fund I didn't understand
      2. A sector bet, right, sold a year early
      3. A sector bet, wrong, held three years too long
      4. An options course

      The course was the cheapest.`,
    ),
    say('^GSPC', `Down two percent and the group chat is on fire. Muted until Thursday, pension until 2051.`, 'watching', 'years'),
    buy(
      'VXUS',
      `Half of what I own isn't in my own country, because half of what exists isn't either. Some decades that looks
      brilliant and some it looks like charity. Topped it up.`,
      'adding_position',
      'years',
    ),
    say(
      'AVUV VBR',
      `Subscribers voted for the small-value chapter, so here it is in one breath: the tilt works on paper over periods
      longer than most people stay married; it costs you dinner-party pride every year that it doesn't; anything above
      15% of the portfolio is a hobby. Mine is 10%.`,
      'years',
      'premium',
    ),
    sell('ARKK', `Confession: I still had a bit of this from before. Sold it, a loss, into VT. The drawer is empty now, I checked.`),
    say('', `"What if it crashes right after I buy?" Then next month's purchase is cheaper. "And if it never comes back?" Then we'll be trading tins.`),
    buy('BND', `Birthday, so one more percent of bonds. My only market timing is ageing.`, 'years'),
    say(
      'VTI ITOT SPTM',
      `Which of the three total-market funds? I compared fees, tracking and tax for an entire rainy Sunday. The difference
      came to about one coffee a year. I could have had the coffee and the Sunday.`,
      'premium',
    ),
    say('', `If your plan needs you to read the news, it's not a plan, it's a subscription.`),
    sell('QQQ', `Sold the QQQ side bet. It had worked, which is exactly why it had to go: I'd started checking it.`, 'taking_profits'),
    say('VT', `A friend asked for a tip. I said the cheapest index fund. He said no, a real one. Ten years of this now.`),
  ],
  each(
    [
      ['VT', 'The price was whatever it was'],
      ['VTI', 'I was on a train and did it from my phone between two tunnels'],
      ['VEA', 'Developed markets were furthest below target, so developed markets it is'],
      ['VWO', 'Emerging was furthest below target. It usually is'],
    ],
    (ticker, aside) => buy(ticker, `Monthly purchase done: ${ticker}. ${aside}.`, 'adding_position', 'years'),
  ),
  each(
    [
      ['SCHD', 'is a value fund in a cardigan'],
      ['COWZ', 'is a good idea, a good name and a higher fee'],
      ['JEPI', 'sells your best days to pay for your average ones'],
      ['RSP', 'is a bet against the largest companies that people hold as if it were neutral'],
    ],
    (ticker, what) => say(ticker, `Reader question: what about ${ticker}? My view: it ${what}. Fine thing to own knowingly. I don't.`, 'premium'),
  ),
  each(
    [
      ['the forecast that was on every front page a year ago', 'not even the direction'],
      ['my own list of worries from last spring', 'none of the seven happened, an eighth did'],
      ['the fund that everyone in the office had', 'merged into another fund, quietly, on a holiday'],
    ],
    (what, came) => say('', `Went back to check ${what}. Result: ${came}.`),
  ),
)
