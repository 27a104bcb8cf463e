// tinycaps' signals: companies too small for funds.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const small: Idea[] = mixed(
  [
    buy(
      'PLPC',
      `nibbled some PLPC. makes the fittings that hold cables on poles. trades by appointment, so a limit order and a long lunch`,
      'bullish',
      'years',
    ),
    say(
      '',
      `liquidity warning as always: if i post something and forty people click it, forty people are the market. limits only, please be slow`,
    ),
    buy(
      'HWKN',
      `water treatment chemicals, family habits, buys one little competitor a month. i've owned it through two
      "it's too expensive now" phases. trimmed neither time, regretted neither time. adding a bit because it came back to
      the 200-day and the business didn't`,
      'adding_position',
      'years',
      'premium',
    ),
    sell(
      'SMLR',
      `out. i bought a boring medical device company, it decided to be something else. fair enough, not my something`,
    ),
    say(
      'IWM',
      `everyone waits for "the small cap rotation" as if it was a bus. a third of that index loses money. i don't want the
      bus, i want four or five passengers who brought their own bikes`,
    ),
    buy(
      'NATH',
      `hot dogs, licence income, tiny share count. yes i know it sounds like a joke. the cash flow isn't one`,
      'bullish',
      'years',
    ),
    say(
      '',
      `things i look for under 500m market cap:

      - insiders who bought with their own money, after a bad quarter
      - no investor presentation, or a terrible one
      - fewer than three analysts
      - a product i can explain to my kid

      things i run from: the word "platform"`,
      'premium',
    ),
    sell(
      'HNST',
      `took the loss. i averaged down once which is my limit. the rule exists because of a company i won't name that i
      averaged down on five times`,
    ),
    buy(
      'CRAI',
      `consultants who get paid when other companies argue. companies argue in all weathers. small position, limit filled over three days`,
      'bullish',
      'months',
      'premium',
    ),
    say(
      'WINA',
      `reads like a franchise of second-hand shops. is a franchise of second-hand shops. somehow the best capital allocation in my whole list`,
      'watching',
    ),
    buy(
      'UFPT',
      `added after the customer-concentration scare. the risk is real, it's why the price is. kept it at 2%`,
      'adding_position',
      'months',
    ),
    say(
      '',
      `annual meeting report: nine people in a room above the warehouse, sandwiches, CFO stayed an hour and answered
      everything. ticker goes to subscribers first because the spread is 3% wide, and i'd like us all to be gentle with it`,
    ),
    sell(
      'LAKE',
      `sold half. the order spike was an order spike. keeping half for the ordinary business underneath`,
      'taking_profits',
      'months',
    ),
    say('', `filled 40 shares of a 600 share order today. progress`),
    say(
      '',
      `press release today with eleven adjectives and no revenue number. closed the tab, closed the idea`,
    ),
    buy(
      'HGBL',
      `they auction other people's used equipment. bad times are good times. cheap on what it earned in the dull years, which is the only way i'd buy it`,
      'bullish',
      'months',
      'premium',
    ),
  ],
  each(
    [
      ['ESQ', 'a bank for lawyers. weird niche, clean book, i keep waiting for the catch. 0.7% while i wait'],
      [
        'JBSS',
        'nuts. literally nuts. pays a special when it has too much cash. will take weeks to fill, no rush, nuts keep',
      ],
      ['MCBS', 'sleepy bank, awake management. half a percent'],
      ['PKOH', 'industrial bits and bobs, cheap because nobody wants to read 140 pages'],
      [
        'KEQU',
        'lab furniture. i like a business whose customers are bolted to the product. got 200 shares, want 900',
      ],
    ],
    (ticker, why) => buy(ticker, `starter in ${ticker}. ${why}`, 'bullish', 'years'),
  ),
  each(
    [
      ['LMB', 'want to see recurring service go past half before i pay up'],
      ['ELA', "gold price helps, for once i'd like to see the shops help"],
      ['RCKY', 'boots. good boots. inventory number decides it for me'],
      ['HBB', 'toasters and a health thing. show me the health thing'],
    ],
    (ticker, wait) => say(ticker, `still stalking ${ticker}. ${wait}`, 'watching', 'months'),
  ),
  each(
    [
      ['HURC', "machine tools are late, i'm early, that's fine at this price to cash"],
      ['EML', 'three turnarounds announced, and this is the first one i can see in the cash flow'],
      ['CVV', 'two orders from normal, and priced for zero'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `forty pages of notes on ${ticker}, one line survives: ${why}`,
        'bullish',
        'years',
        'premium',
      ),
  ),
  each(
    [
      ['FLXS', "sofas had their year, i don't need a second one"],
      ['DLHC', "my thesis was one contract, and one contract isn't a thesis"],
      ['VIRC', 'school desks did what i hoped, then more than i hoped, so'],
    ],
    (ticker, why) => sell(ticker, `${ticker} gone. ${why}`),
  ),
)
