// ivy's signals: index funds.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

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
    say(
      '^GSPC',
      `Down two percent and the group chat is on fire. Muted until Thursday, pension until 2051.`,
      'watching',
      'years',
    ),
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
    sell(
      'ARKK',
      `Confession: I still had a bit of this from before. Sold it, a loss, into VT. The drawer is empty now, I checked.`,
    ),
    say(
      '',
      `"What if it crashes right after I buy?" Then next month's purchase is cheaper. "And if it never comes back?" Then we'll be trading tins.`,
    ),
    buy('BND', `Birthday, so one more percent of bonds. My only market timing is ageing.`, 'years'),
    say(
      'VTI ITOT SPTM',
      `Which of the three total-market funds? I compared fees, tracking and tax for an entire rainy Sunday. The difference
      came to about one coffee a year. I could have had the coffee and the Sunday.`,
      'premium',
    ),
    say('', `If your plan needs you to read the news, it's not a plan, it's a subscription.`),
    sell(
      'QQQ',
      `Sold the QQQ side bet. It had worked, which is exactly why it had to go: I'd started checking it.`,
      'taking_profits',
    ),
    say(
      'VT',
      `A friend asked for a tip. I said the cheapest index fund. He said no, a real one. Ten years of this now.`,
    ),
    say(
      '',
      `Someone worked out how much I'd have if I had held one particular share since school. I worked out how much I'd have if I had held the others.`,
    ),
    say(
      'VT',
      `Bear-market drill, annual edition. I take the current value, halve it, write the number on paper and look at it over
      breakfast. If breakfast still tastes fine the allocation is right. This year it tasted slightly worse, so five
      percent more in bonds.`,
      'premium',
    ),
    say('BND VT', `My whole investment policy fits on an index card. The card is mostly margin.`),
  ],
  each(
    [
      ['VT', 'The price was whatever it was'],
      ['VTI', 'I was on a train and did it from my phone between two tunnels'],
      ['VEA', 'Developed markets were furthest below target, so developed markets it is'],
      ['VWO', 'Emerging was furthest below target. It usually is'],
    ],
    (ticker, aside) =>
      buy(ticker, `Standing order went through: ${ticker}. ${aside}.`, 'adding_position', 'years'),
  ),
  each(
    [
      ['SCHD', 'is a value fund in a cardigan'],
      ['COWZ', 'is a good idea, a good name and a higher fee'],
      ['JEPI', 'sells your best days to pay for your average ones'],
      ['RSP', 'is a bet against the largest companies that people hold as if it were neutral'],
    ],
    (ticker, what) =>
      say(
        ticker,
        `Reader question: what about ${ticker}? My view: it ${what}. Fine thing to own knowingly. I don't.`,
        'premium',
      ),
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
