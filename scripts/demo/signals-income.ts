// What theo and greta write: dividends that arrive in time, and bonds held to the day they are paid back.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const dividends: Idea[] = mixed(
  [
    buy('PEP', `Added ten shares of PEP with this month's dividends. Snacks, soda, same as every quarter.`, 'adding_position', 'years'),
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
    sell('WBA', `Wrote WBA off in my head long ago, did it in the account today. Loser. Lesson: a high yield is the market talking.`),
    buy(
      'ADP',
      `ADP isn't a high yielder and people tell me it doesn't belong in an income portfolio. It belongs there in ten
      years. I'm buying the raise, not the cheque.`,
      'bullish',
      'years',
      'premium',
    ),
    say('', `Eleven payments this month. None of them large enough to retire on, all of them large enough to be pleased about.`),
    buy('HSY', `Chocolate at the price of cocoa panic. Small buy in HSY, and if it goes lower a second one.`, 'bullish', 'months'),
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
    buy('UNP', `Two railways cover half a continent and I own a bit of each. Added UNP.`, 'adding_position', 'years'),
  ],
  each(
    [
      ['ABBV', 'the pipeline worry is in the price and the payout is not going anywhere fast'],
      ['MCD', 'rent from the people who fry things has been steadier than the frying'],
      ['LMT', 'order books that run past my own retirement suit me fine'],
      ['WM', 'rubbish gets collected in every kind of economy'],
      ['GIS', 'breakfast is out of fashion with investors and nobody told breakfast'],
    ],
    (ticker, why) => buy(ticker, `This month's purchase: ${ticker}. Reason in one line: ${why}.`, 'adding_position', 'years'),
  ),
  each(
    [
      ['KMB', 'Good company, fair price, but I already have enough paper towels'],
      ['PFE', 'The yield is shouting at me and I have learned what shouting means'],
      ['UPS', 'I want to see one full quarter where the payout is covered without squinting'],
      ['VZ', 'Fine income, no growth in it; I would be buying a bond with a chairman'],
    ],
    (ticker, verdict) => say(ticker, `Looked hard at ${ticker} this weekend and left it. ${verdict}.`, 'watching'),
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
      ['TGT', 'bought it as a dividend grower and found I was holding a bet on other people’s shopping moods'],
      ['LEG', 'a cut is a cut. I do not argue with it any more'],
      ['IP', 'boxes are a fine business until everybody stops sending boxes, and I never built that into my price'],
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
      buy(ticker, `Opening a starter in ${ticker}, 1% of the portfolio. It's ${why}. Second 1% only after the next two reports.`, 'bullish', 'months', 'premium'),
  ),
)

/** Newest first. */
export const bonds: Idea[] = mixed(
  [
    buy('SGOV', `Rolled the maturing bills into SGOV for now. Ladder gets its next rung when the auction is out of the way.`, 'weeks'),
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
    buy('LQD', `Added investment grade, short end only. I want the company's promise, not the next administration's budget.`, 'adding_position', 'years'),
    sell('TLT', `Closed the TLT trade at a loss. Right about growth, wrong about supply. Supply was on the calendar the whole time.`, 'weeks'),
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
    say('SHY IEF', `Curve steeper again today. My rungs don't care. I check anyway, as one checks on sleeping children.`),
    say(
      'EMB',
      `Emerging debt: the yield is real, the diversification is mostly imagined. It behaves like a bond until the day
      you'd like it to. I keep it at 3% so that I can stay polite about it.`,
    ),
    buy('BNDX', `First time in years that foreign bonds hedged back to dollars pay me more than the home ones. Switched 5% over.`, 'months', 'premium'),
    sell('PFF', `Preferreds out. Equity risk with a bond's upside; I never should have called it income.`, 'taking_profits'),
  ],
  each(
    [
      ['two-year', 'Strong demand, so I take less than I hoped for and move on'],
      ['five-year', 'A small tail. I like tails, they pay me for showing up'],
      ['three-year', 'Nothing to report, which is how an auction ought to go'],
      ['seven-year', 'Weak. I bid a little more than usual, at the far end of where I allow myself to go'],
      ['ten-year', 'Not for me at this length, but I watch it because everybody else is priced off it'],
    ],
    (length, note) => say('', `${length[0]?.toUpperCase()}${length.slice(1)} auction done. ${note}.`),
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
    (ticker, plan) => say(ticker, `Standing order in my head for ${ticker}: ${plan}. Until then, bills.`, 'watching', 'months', 'premium'),
  ),
)
