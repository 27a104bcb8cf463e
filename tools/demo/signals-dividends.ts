// theo's signals: dividends.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const dividends: Idea[] = mixed(
  [
    buy(
      'PEP',
      `Added ten shares of PEP with this month's dividends. Snacks, soda, same as every quarter.`,
      'adding_position',
      'years',
    ),
    say('', `Nothing to do today. That is the strategy working.`),
    buy(
      'JNJ',
      `Bought some JNJ. The court news will come and go for the rest of my life, I've made peace with that. What I want
      to own is the habit of raising the payout, and the lab that pays for it.`,
      'bullish',
      'years',
    ),
    sell(
      'VFC',
      `Finally sold VFC. I held through the first cut because I told myself a cut clears the air, and I held through
      the second because I had held through the first. That's not patience, it's embarrassment. Money goes into KO.`,
    ),
    say(
      'O',
      `My father-in-law asks what my shops pay. I say: I own a very small piece of a very large number of pharmacies,
      and they send me something on the fifteenth. He thinks it's a scam. He has a savings book.`,
    ),
    buy(
      'PG KO CL',
      `The bathroom and kitchen basket. One purchase a quarter in whichever of the three is cheapest against its own
      ten years. This quarter it's CL.`,
      'adding_position',
      'years',
    ),
    say(
      '',
      `How I read a dividend before I trust it:

      - is it covered by cash, not by earnings
      - was it raised in a bad year, or only in good ones
      - does management talk about it before the buyback or after

      The third one is soft, but it has saved me twice.`,
      'premium',
    ),
    sell(
      'MPW',
      `Wrote MPW off in my head long ago, did it in the account today. Loser. Lesson: a high yield is the market talking.`,
    ),
    buy(
      'ADP',
      `ADP isn't a high yielder and people tell me it doesn't belong in an income portfolio. It belongs there in ten
      years. I'm buying the raise, not the cheque.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      '',
      `Eleven payments this month. None of them large enough to retire on, all of them large enough to be pleased about.`,
    ),
    buy(
      'HSY',
      `Chocolate at the price of cocoa panic. Small buy in HSY, and if it goes lower a second one.`,
      'bullish',
      'months',
    ),
    say(
      'T MMM',
      `Two of my old favourites taught me the same thing from different ends: a company can keep every promise to the
      dividend and still break the one to the business. I check the debt first now and the record second.`,
    ),
    buy(
      'CVX',
      `I hold one oil company and it is CVX. I don't forecast barrels. I looked at what the dividend needs when crude is
      cheap and decided I could live with that year if it came.`,
      'years',
      'premium',
    ),
    say('KO', `Reinvested. See you in ninety days.`),
    sell(
      'MO',
      `Half of MO sold. Lovely payout, shrinking volumes, and I noticed I no longer read the reports because I didn't
      want to know. That's my sign every time. The other half stays until I have read the last two properly.`,
      'taking_profits',
    ),
    buy(
      'UNP',
      `Two railways cover half a continent and I own a bit of each. Added UNP.`,
      'adding_position',
      'years',
    ),
    say(
      '',
      `A reader wants my five highest yielders. I sorted by yield, looked at the top of the list and closed the list.`,
    ),
    buy(
      'SJM',
      `Jam, coffee, cat food. Priced as if breakfast was being discontinued. Small buy, paid for by the railways.`,
      'bullish',
      'years',
    ),
  ],
  each(
    [
      ['ABBV', 'the pipeline worry is in the price and the payout is not going anywhere fast'],
      ['MCD', 'rent from the people who fry things has been steadier than the frying'],
      ['LMT', 'order books that run past my own retirement suit me fine'],
      ['WM', 'rubbish gets collected in every kind of economy'],
      ['GIS', 'breakfast is out of fashion with investors and nobody told breakfast'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `This month's purchase: ${ticker}. Reason in one line: ${why}.`,
        'adding_position',
        'years',
      ),
  ),
  each(
    [
      ['KMB', 'Good company, fair price, but I already have enough paper towels'],
      ['PFE', 'The yield is shouting at me and I have learned what shouting means'],
      ['UPS', 'I want to see one full quarter where the payout is covered without squinting'],
      ['VZ', 'Fine income, no growth in it; I would be buying a bond with a chairman'],
    ],
    (ticker, verdict) =>
      say(ticker, `Looked hard at ${ticker} this weekend and left it. ${verdict}.`, 'watching'),
  ),
  each(
    [
      ['ITW', 'A raise in line with what I pencilled in. I keep the ones that bore me'],
      ['MDT', 'The raise was a token one. Second year running, so it moves to the watch pile'],
      ['LOW', 'Bigger than I expected, and covered. Put the whole payment back in'],
      ['SYY', 'Small, punctual, fine. Restaurants eat before anybody else does'],
    ],
    (ticker, note) => say(ticker, `${ticker} announced its yearly raise. ${note}.`),
  ),
  each(
    [
      [
        'TGT',
        "bought it as a dividend grower and found I was holding a bet on other people's shopping moods",
      ],
      ['LEG', 'a cut is a cut. I do not argue with it any more'],
      [
        'IP',
        'boxes are a fine business until everybody stops sending boxes, and I never built that into my price',
      ],
    ],
    (ticker, why) => sell(ticker, `Sold ${ticker}: ${why}. Filed under tuition.`),
  ),
  each(
    [
      ['NEE', 'below the price where I first bought it and the payout is higher now than then'],
      ['ADM', 'cheap against its own history; the accounting noise is the reason and also the risk'],
      ['SBUX', 'new management, old queue at the counter. The queue is what I count'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `Opening a starter in ${ticker}, 1% of the portfolio. It's ${why}. Second 1% only after the next two reports.`,
        'bullish',
        'months',
        'premium',
      ),
  ),
)
