// pixelpence's signals: games and screens.
import { buy, each, type Idea, mixed, say, sell, stating } from './idea.ts'

const PITCH =
  'https://example.com/investors/presentations/annual-capital-markets-day/full-slides-with-appendix'

/** Newest first. */
export const screens: Idea[] = mixed(
  [
    buy(
      'NTDOY',
      `picked up some nintendo before the direct 🍄 not for the trailer, for the back catalogue that keeps selling at full price for eight years`,
      'bullish',
      'months',
    ),
    say('', `me: it's a disciplined thesis about recurring revenue. also me: the little fella has a new hat`),
    sell(
      'U',
      `ok, i give up on unity for now. good tool, everyone i know uses it, and i still can't tell you who pays for what.
      if i can't explain the invoice i shouldn't own the invoice`,
    ),
    buy(
      'TTWO',
      `long TTWO since forever. every delay knocks it down, every delay i add a few. the risk isn't the date, it's that the
      thing comes out and is merely very good. keeping it under 4% so "merely very good" doesn't hurt`,
      'adding_position',
      'years',
      'premium',
    ),
    say(
      'SPOT NFLX',
      `unpopular: the price rise tells you more than the subscriber count. if people grumble and stay, that's a utility. i
      grumbled. i stayed`,
    ),
    say(
      'EA',
      `found the slide everyone is arguing about, it's number 84: ${PITCH}?slide=84&view=notes#bookings-by-platform-and-region
      and it says less than the arguing does`,
    ),
    stating(
      { promotion: 'paid', paidBy: 'Northgate Investor Relations', holds: 'no' },
      buy(
        'SONY',
        `bought the dip on the hardware guide-down. consoles lose money so that the shop can make it. i only watch the shop`,
        'bullish',
        'months',
      ),
    ),
    sell(
      'RBLX',
      `sold into the pop. my nieces moved on to something else in a single weekend and that was my whole channel check`,
      'taking_profits',
      'weeks',
    ),
    say('', `earnings bingo: "engagement" ✅ "headwinds" ✅ "creator economy" ✅ an actual number ⬜`),
    stating(
      { stop: '-10%', confidence: '60', holds: 'yes' },
      buy(
        'LOGI',
        `mice and keyboards. nobody dreams about them and everybody replaces them. they had the hangover already. half position
      and a mental stop under the spring low`,
        'bullish',
        'months',
      ),
    ),
    say(
      'DIS NFLX WBD',
      `streaming map for subs:

      - one has scale and knows it
      - one has characters and forgets it
      - one has debt and can't

      i own the first, rent the second, and watch the third like a nature documentary`,
      'premium',
    ),
    sell('GME', `no. but also: sold the four shares i kept as a souvenir. they bought a nice dinner`),
    buy(
      'CDR.WA',
      `projekt red on the warsaw line, small. they've been forgiven, the stock is priced like they haven't been, the next game is years away and that's fine`,
      'bullish',
      'years',
      'premium',
    ),
    say('AAPL', `held up the phone to check the phone stock on the phone. nothing to report 📱`),
    say('NVDA', `new graphics card announced. my wallet is bearish, my desk is bullish`),
    buy(
      'EA',
      `sports games come out every year whether i like them or not. bought a little after the bad reviews, which have never once mattered 🏈`,
      'bullish',
      'months',
      'premium',
    ),
  ],
  each(
    [
      ['DUOL', "streak anxiety is a business model and i'm at day 611"],
      ['PINS', 'people arrive wanting to buy something. rare! someone please sell it to them'],
      ['SE', 'games pay for parcels, parcels pay for patience'],
      ['CHWY', 'nobody cancels the cat'],
      ['ROKU', 'tiny bet, owns the first screen people see, does surprisingly little with it'],
    ],
    (ticker, why) => buy(ticker, `added ${ticker} to the fun pile (${why})`, 'bullish', 'months'),
  ),
  each(
    [
      ['UBSFY', 'ten studios, one release calendar, no thanks'],
      ['SNAP', "everyone's cousin uses it, nobody's advertiser knows why"],
      ['PTON', 'the clothes rack is a very good clothes rack'],
      ['MTCH', 'the product works best when you stop using it, think about that'],
    ],
    (ticker, why) => say(ticker, `asked about ${ticker} again: ${why}`, 'watching'),
  ),
  each(
    [
      ['7832.T', 'toys + games + arcades, and the toys are carrying everyone'],
      ['0700.HK', 'owns a slice of half the studios i like, at a price that ignores the slices'],
      ['9697.T', 'old monsters, new platforms, and the old monsters still pay'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `asia games basket, next leg. ${why}. equal weight, touched twice a year, otherwise left alone`,
        'years',
        'premium',
      ),
  ),
  each(
    [
      ['SONO', 'the app update ate my speakers and then my position'],
      ['GPRO', 'a camera company needs people to fall off things at a growing rate'],
      ['FUBO', 'sports rights cost what sports rights cost'],
    ],
    (ticker, why) => sell(ticker, `${ticker} out, in the red. ${why}`),
  ),
)
