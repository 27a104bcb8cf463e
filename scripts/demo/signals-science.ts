// What priya and pixel write: trial read-outs sized to be survived, and the companies behind games and screens.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const biotech: Idea[] = mixed(
  [
    buy(
      'VRTX',
      `Rebuilding VRTX to a full position. The base franchise pays for the attempts, and I'd like to own attempts that
      somebody else's patients have already paid for. Next read-out matters less than the crowd thinks; the one after
      it matters more.`,
      'adding_position',
      'years',
    ),
    say('XBI', `Rule one of this corner: the coin is real, so the size has to be. Nothing binary above 1.5%, ever, for any reason, including mine.`),
    sell(
      'SAVA',
      `A year ago I wrote that I'd not touch this and then I did, a tiny amount, because of a thread. Sold, small loss.
      Writing it here because the list of things I said I wouldn't do should be public too.`,
    ),
    buy(
      'REGN',
      `The market is pricing one drug's decline and nothing for the antibody engine. I think there's a floor in the
      royalties alone. My floor estimates have been too high before, so: half size, second half only if it gets there.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      '',
      `How to read a press release in this sector, in the order I do it:

      - Was the endpoint the one they registered? If it changed, stop.
      - Absolute numbers or only relative? If only relative, assume the worst.
      - Who dropped out, and from which arm?
      - "Trend towards" means no.

      It takes four minutes and it has kept me out of more trouble than any model.`,
    ),
    buy('TMO DHR', `Tools, not drugs. They sell to everyone who digs. Stocking hangover looks nearly over, adding a little to both.`, 'adding_position', 'months'),
    say('MRNA', `Read the pipeline page twice. Closed the tab. The science is better than the calendar.`, 'watching', 'years'),
    sell('BMRN', `Trimmed into the takeover chatter. I don't own things for the reason that someone might call.`, 'taking_profits', 'weeks'),
    buy(
      'ARGX',
      `One mechanism, several diseases, already sold in some of them. That's my favourite shape in the whole field: the
      biology has been answered, what's left is arithmetic and insurers. Long, 3%.

      What I'd hate to see: a safety signal in long use. I read the database once a month for that and for nothing else.`,
      'bullish',
      'years',
      'premium',
    ),
    say('', `Conference week. If you see me praising a poster at midnight, please remind me it was a poster.`),
    sell(
      'FATE',
      `Out with a bad loss relative to what I paid and a normal one relative to the book, which is the entire point of
      sizing. The data weren't wrong. I was, about how long the cash would last.`,
    ),
    say(
      'LLY NVO',
      `Everyone has a spreadsheet for this market now. Mine has one uncertain cell: how many people are still on treatment
      after two years. Move it a little and both shares are dear; move it the other way and both are cheap. No position
      in either, and I've never seen so much confidence about a cell.`,
      'watching',
      'years',
      'premium',
    ),
    buy('IQV', `The referee gets paid whoever wins. Contract research on a bad-funding scare, one unit.`, 'bullish', 'months'),
    say('CRSP NTLA', `Durability is the question, and durability can't be hurried. That's not bearish. It's a calendar.`),
  ],
  each(
    [
      ['NBIX', 'second indication in the second half; the first one pays the rent'],
      ['ALNY', 'the heart read-out is behind us, launches are just work'],
      ['INSM', 'inhaled, unglamorous, needed. I like the three together'],
      ['UTHR', 'earnings now, a wilder idea later, and I pay only for now'],
      ['EXEL', 'a single-product company that knows it'],
    ],
    (ticker, why) => buy(ticker, `${ticker}, small, 1%: ${why}.`, 'bullish', 'months'),
  ),
  each(
    [
      ['BIIB', 'I want to see uptake from clinics, not from surveys'],
      ['GILD', 'the new regimen has to be simple enough that nobody needs to be persuaded'],
      ['SRPT', 'label first, then opinion'],
      ['ILMN', 'the customers buy later and later each year, and I do not know why yet'],
    ],
    (ticker, need) => say(ticker, `Not in ${ticker}. What I'm waiting for: ${need}.`, 'watching', 'months'),
  ),
  each(
    [
      ['VKTX', '0.5%, because oral data could go either way and both ways are large'],
      ['KRYS', '1%, since the launch curve can be counted patient by patient'],
      ['LEGN', '1%, with the manufacturing question open and in the price'],
    ],
    (ticker, size) => buy(ticker, `Event book, subscribers only. ${ticker}: ${size}. Worst case written down before the order.`, 'weeks', 'premium'),
  ),
  each(
    [
      ['BLUE', 'Approved and unaffordable is its own kind of failure'],
      ['AGEN', 'Two regulators, one polite no'],
      ['EDIT', 'They changed the plan, so I changed mine'],
    ],
    (ticker, why) => sell(ticker, `Took ${ticker} off at a loss. ${why}. Size did its job.`),
  ),
)

const PITCH = 'https://example.com/investors/presentations/2031/annual-capital-markets-day/full-slides-with-appendix'

/** Newest first. */
export const screens: Idea[] = mixed(
  [
    buy('NTDOY', `picked up some nintendo before the direct 🍄 not for the trailer, for the back catalogue that keeps selling at full price for eight years`, 'bullish', 'months'),
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
    buy('SONY', `bought the dip on the hardware guide-down. consoles lose money so that the shop can make it. i only watch the shop`, 'bullish', 'months'),
    sell('RBLX', `sold into the pop. my nieces moved on to something else in a single weekend and that was my whole channel check`, 'taking_profits', 'weeks'),
    say('', `earnings bingo: "engagement" ✅ "headwinds" ✅ "creator economy" ✅ an actual number ⬜`),
    buy(
      'LOGI',
      `mice and keyboards. nobody dreams about them and everybody replaces them. they had the hangover already. half position
      and a mental stop under the spring low`,
      'bullish',
      'months',
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
    buy('CDR.WA', `projekt red on the warsaw line, small. they've been forgiven, the stock is priced like they haven't been, the next game is years away and that's fine`, 'bullish', 'years', 'premium'),
    say('AAPL', `held up the phone to check the phone stock on the phone. nothing to report 📱`),
  ],
  each(
    [
      ['DUOL', 'streak anxiety is a business model and i’m at day 611'],
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
      ['SNAP', 'everyone’s cousin uses it, nobody’s advertiser knows why'],
      ['PTON', 'the clothes rack is a very good clothes rack'],
      ['MTCH', 'the product works best when you stop using it, think about that'],
    ],
    (ticker, why) => say(ticker, `asked about ${ticker} again: ${why}`, 'watching'),
  ),
  each(
    [
      ['7832.T', 'toys + games + arcades, and the toys are carrying everyone'],
      ['0700.HK', 'owns a slice of half the studios i like, at a price that ignores the slices'],
      ['CAPCOM', 'no ticker badge games please, it’s 9697.T, and the old monsters still pay'],
    ],
    (ticker, why) =>
      buy(ticker === 'CAPCOM' ? '9697.T' : ticker, `subs: asia games basket, next leg. ${why}. equal weight, rebalanced twice a year, otherwise left alone`, 'years', 'premium'),
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
