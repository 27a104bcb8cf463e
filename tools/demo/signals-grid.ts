// freya's signals: the power grid and its suppliers.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

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
    buy(
      'ABB.ST',
      `ABB through Stockholm. Motors, drives, boring, spread over every industry I can think of.`,
      'bullish',
      'years',
    ),
    say(
      'VRT',
      `Cooling is the sentence at the bottom of every data-centre drawing that the budget forgets. Great business. I keep
      missing the entry because I keep wanting it 15% lower, and I'd rather miss it than chase it.`,
      'watching',
    ),
    sell(
      'ENPH',
      `Residential solar isn't coming back on my timetable. Sold, smaller than I bought it. Money waits.`,
      'months',
    ),
    buy(
      'CEG VST',
      `Nuclear operators, split entry. Thesis: firm power has a scarcity price that contracts are only starting to show.
      What breaks it: regulators deciding who may sit behind whose meter. That's a ruling, not a chart, so I size for
      a gap and not for a stop.`,
      'bullish',
      'months',
      'premium',
    ),
    say(
      'FSLR',
      `One policy line away from great, one policy line away from dreadful. I don't trade lines I can't read yet.`,
    ),
    buy(
      'PRY.MI NKT.CO',
      `Cables. Two makers, order books full into the next decade, ships that lay them booked out. Equal weight.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      '',
      `Field note. A substation near us has been "six months from energised" for two years. Everyone on site is
      competent. The missing part is a breaker the size of a wardrobe. I think about that breaker whenever a forecast
      draws a straight line.`,
    ),
    sell('GNRC', `Storm premium in the price, no storm in the thesis. Took it.`, 'taking_profits', 'weeks'),
    buy(
      'ATKR',
      `Conduit: the tube that wires live in. It fell because prices went back to normal, which everyone knew they would. Half a position, the boring half.`,
      'bullish',
      'months',
    ),
    say(
      'GEV 6501.T',
      `A turbine order today is a machine in four or five years. When someone shows me this year's margin as an argument
      I ask which year those machines were priced in. Usually there's a pause.`,
    ),
  ],
  each(
    [
      ['NVT', 'Enclosures: unglamorous, specified once, re-ordered for decades'],
      ['ENR.DE', 'Gas turbines and grid in one ticker, after a very public near-death'],
      ['POWL', 'A switchgear specialist whose backlog I can compare with my old desk'],
      ['SU.PA', 'The French answer to the same question, with better software'],
      ['6501.T', 'The grid business hides behind three other businesses, and hidden suits me'],
    ],
    (ticker, why) =>
      buy(ticker, `New name in the grid basket: ${ticker}. ${why}. Starting at 1%.`, 'bullish', 'years'),
  ),
  each(
    [
      ['ETN', 'whether orders are still ahead of sales'],
      ['GEV', 'prices of new turbines, not how many'],
      ['HUBB', 'whether distributors are restocking or just catching up'],
      ['AES', 'debt due in the next two years, and at what rate'],
    ],
    (ticker, what) =>
      say(
        ticker,
        `Reporting soon: ${ticker}. The one line I read first: ${what}.`,
        'watching',
        'weeks',
        'premium',
      ),
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
      ['copper', 'Every substation I have worked on needed more of it than the drawing said'],
      ['grain-oriented steel', 'Three mills, one planet, and every transformer needs it'],
      ['linemen', 'The only shortage here that cannot be ordered from abroad'],
    ],
    (what, why) => say('', `Bottleneck of the month: ${what}. ${why}.`),
  ),
)
