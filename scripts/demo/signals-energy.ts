// What kwame, freya and oldharbor write: barrels, the grid, and ships.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const oil: Idea[] = mixed(
  [
    buy('XLE', `Back in energy, one unit, at the low end of the range. Everybody who wanted to sell has had two weeks to do it.`, 'bullish', 'weeks'),
    say('CL=F', `Crude down three dollars on a headline, up two on the denial. Net: one dollar and a wasted morning.`),
    buy(
      'CNQ',
      `The thing about the oil sands is that the decline rate is close to nothing. Shale has to run to stand still; this
      just stands. Long CNQ, core position, I only touch it when crude does something stupid in either direction.

      Risk: pipeline politics and the discount on heavy barrels. I watch the differential, not the front month.`,
      'bullish',
      'years',
      'premium',
    ),
    sell('OXY', `Out of OXY. Too many people own it because somebody famous owns it. That's not a reason, it's a crowd.`, 'taking_profits', 'weeks'),
    say(
      'SLB HAL',
      `Service names trade as if the rig count was the business. The rig count in one country, that is. Offshore and the
      Gulf keep signing multi-year work and the shares keep reacting to Texas. I'm building a list, not a position.`,
      'watching',
      'months',
    ),
    buy('EQT', `Gas. Yes, again. Storage is comfortable, everyone is short, and the export terminals don't read the storage report.`, 'bullish', 'months'),
    sell(
      'NG=F',
      `Stopped out of the gas futures. Held two days, slept badly for one of them, lost exactly what I'd planned to
      lose. The equity position in producers stays because nobody phones me about that one at three in the morning.`,
      'days',
    ),
    say('', `Inventory day. My rule: no trades in the first twenty minutes. The first number is for the machines.`),
    buy(
      'TRGP WMB',
      `Midstream toll roads. They don't need a price, they need molecules to move. Split one unit between TRGP and WMB.
      If volumes drop two quarters in a row I'm wrong and I go.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      'XOM CVX',
      `The majors have quietly become the conservative end of my book. That sentence would have sounded odd ten years
      ago. They spend less, return more, and the market still values them as if a boom were around the corner. I don't
      need a boom.`,
    ),
    sell('VLO', `Crack spreads rolled over, refiner goes. I don't fall in love with refiners. They don't love back.`, 'bearish', 'weeks'),
    buy('CCJ', `Uranium, small. Contracts are long, the market is thin and I respect both facts. 2% and no more.`, 'bullish', 'years', 'premium'),
    say(
      'CL=F BZ=F',
      `Where I could be wrong on oil this quarter, in order: demand in Asia softer than the tanker data says; more spare
      capacity than admitted; a strong dollar. Where I could be wrong in the other direction: one drone.`,
    ),
    sell('DVN', `Sold DVN for a loss to clean up the book. Two shale names is one too many when I can't explain the difference.`),
  ],
  each(
    [
      ['EOG', 'pulls back to the rising 50-day'],
      ['FANG', 'fills the gap from the last report'],
      ['COP', 'holds the level where it bounced in both of the last two scares'],
      ['SU', 'gets sold with the Canadian dollar once more'],
      ['PBR', 'shows me a payout policy that survives an election'],
    ],
    (ticker, when) => say(ticker, `On my list: ${ticker}, one unit if it ${when}. If not, not.`, 'watching', 'weeks'),
  ),
  each(
    [
      ['BKR', 'gas turbines with a queue behind them'],
      ['LNG', 'long contracts and short memories about how it was built'],
      ['FTI', 'deep water comes back slowly, then for years'],
      ['AR', 'every dollar of gas falls straight through to the bottom line, both ways'],
    ],
    (ticker, why) => buy(ticker, `Took a half unit of ${ticker} today: ${why}. Stop under the base, about a tenth lower.`, 'bullish', 'months', 'premium'),
  ),
  each(
    [
      ['MRO', 'The target was the target'],
      ['PSX', 'Seasonal trade, season over'],
      ['RIG', 'Debt scares me more than day rates please me'],
    ],
    (ticker, why) => sell(ticker, `Closed ${ticker}. ${why}. On to the next one.`, 'taking_profits', 'days'),
  ),
  each(
    [
      ['Contango in the front months', 'someone is paying to store what nobody wants this week'],
      ['Rig count flat for a month', 'flat is the new growth, apparently'],
      ['Product draws three weeks running', 'people are driving, whatever the surveys say'],
      ['Freight rates jumping in the Gulf', 'that usually reaches crude before it reaches the newspapers'],
    ],
    (what, so) => say('', `${what}: ${so}.`, 'watching', 'days'),
  ),
)

/** Newest first. */
export const grid: Idea[] = mixed(
  [
    buy(
      'ETN HUBB',
      `I spent eleven years specifying switchgear before I bought a share. What I know from that desk: when lead times
      for transformers go past a year, customers stop asking about price. We're still past a year. Added to both.`,
      'adding_position',
      'years',
    ),
    say('', `"Electrification" in a slide deck means nothing. A purchase order for copper means something.`),
    buy(
      'PWR',
      `PWR is a company of people who climb things. There aren't enough of them and training takes years. That's the
      moat, it wears boots. Long since the spring, added a third today.`,
      'adding_position',
      'years',
      'premium',
    ),
    sell(
      'PLUG',
      `I owned a little of this for longer than I like to admit. The technology is fine; the share count is the
      technology I should have studied. Gone, at a loss, small by design.`,
    ),
    say(
      'NEE DUK SO',
      `Regulated utilities are a bet on two things: the weather in a hearing room and the ten-year yield. I have an edge
      in neither, but I can read a rate case. The one I'm reading now is better than the shares suggest.`,
      'watching',
      'months',
    ),
    buy('ABB.ST', `ABB through Stockholm. Motors, drives, boring, spread over every industry I can think of.`, 'bullish', 'years'),
    say(
      'VRT',
      `Cooling is the sentence at the bottom of every data-centre drawing that the budget forgets. Great business. I keep
      missing the entry because I keep wanting it 15% lower, and I'd rather miss it than chase it.`,
      'watching',
    ),
    sell('ENPH', `Residential solar isn't coming back on my timetable. Sold, smaller than I bought it. Money waits.`, 'months'),
    buy(
      'CEG VST',
      `Nuclear operators, split entry. Thesis: firm power has a scarcity price that contracts are only starting to show.
      What breaks it: regulators deciding who may sit behind whose meter. That's a ruling, not a chart, so I size for
      a gap and not for a stop.`,
      'bullish',
      'months',
      'premium',
    ),
    say('FSLR', `One policy line away from great, one policy line away from dreadful. I don't trade lines I can't read yet.`),
    buy('PRY.MI NKT.CO', `Cables. Two makers, order books full into the next decade, ships that lay them booked out. Equal weight.`, 'bullish', 'years', 'premium'),
    say(
      '',
      `Field note. A substation near us has been "six months from energised" for two years. Everyone on site is
      competent. The missing part is a breaker the size of a wardrobe. I think about that breaker whenever a forecast
      draws a straight line.`,
    ),
    sell('GNRC', `Storm premium in the price, no storm in the thesis. Took it.`, 'taking_profits', 'weeks'),
  ],
  each(
    [
      ['NVT', 'enclosures: unglamorous, specified once, re-ordered for decades'],
      ['ENR.DE', 'gas turbines and grid in one ticker, after a very public near-death'],
      ['POWL', 'a switchgear specialist whose backlog I can compare with my old desk'],
      ['SU.PA', 'the French answer to the same question, with better software'],
      ['6501.T', 'the grid business hides behind three other businesses, and hidden suits me'],
    ],
    (ticker, why) => buy(ticker, `New name in the grid basket: ${ticker}. ${why[0]?.toUpperCase()}${why.slice(1)}. Starting at 1%.`, 'bullish', 'years'),
  ),
  each(
    [
      ['ETN', 'orders over sales still above one'],
      ['GEV', 'pricing on new turbines, not volume'],
      ['HUBB', 'whether distributors are restocking or just catching up'],
      ['AES', 'debt due in the next two years, and at what rate'],
    ],
    (ticker, what) => say(ticker, `Reporting soon: ${ticker}. The one line I read first: ${what}.`, 'watching', 'weeks', 'premium'),
  ),
  each(
    [
      ['STEM', 'I understood the batteries and not the contracts'],
      ['BE', 'the story moved every quarter and I moved with it, which is the wrong way round'],
      ['RUN', 'it is a bond portfolio with ladders and I do not own it for bonds'],
    ],
    (ticker, why) => sell(ticker, `Removed ${ticker}. Honest reason: ${why}.`),
  ),
  each(
    [
      ['Copper', 'every substation I have worked on needed more of it than the drawing said'],
      ['Grain-oriented steel', 'three mills, one planet, and every transformer needs it'],
      ['Linemen', 'the only shortage here that cannot be ordered from abroad'],
    ],
    (what, why) => say('', `Bottleneck of the month: ${what.toLowerCase()}. ${why[0]?.toUpperCase()}${why.slice(1)}.`),
  ),
)

/** Newest first; from the time when oldharbor still had Creator Mode. */
export const ships: Idea[] = [
  sell('ZIM', `Box rates topped out, so did my patience. Sold ZIM. The dividend was real, the next one won't be.`, 'taking_profits', 'weeks'),
  say('', `Thirty years at sea and ashore taught me one thing about freight: it never stays good long enough to order a ship on.`),
  buy(
    'FRO INSW',
    `Crude tankers. The order book is thin, the fleet is old and the scrapyards are patient. I take both names and I
    leave when the yards in Korea are full again. They always fill.`,
    'bullish',
    'months',
  ),
  say('SBLK', `Dry bulk index up nine days in a row. Ore, coal, the usual. I wait for the tenth.`, 'watching', 'days'),
  buy('STNG', `Product tankers on a quiet day. Best day to buy them, nobody is shouting.`, 'bullish', 'weeks'),
  sell('GOGL', `Wrong about bulkers. A canal reopened before I thought it could. Out with a bruise.`, 'weeks'),
  say(
    'FRO STNG ZIM',
    `How I read a shipping report, bottom up: debt first, then age of the fleet, then cover for the next quarter, then
    the dividend, and the letter to shareholders only if it rains.`,
  ),
  buy('DAC', `Box ships on long charters, priced as if the charters ended tomorrow. I can wait for tomorrow.`, 'bullish', 'years'),
  say('', `Winding down the paid side. It was good company. I'll stay around to read.`),
]
