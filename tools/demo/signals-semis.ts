// maya's signals: the semiconductor cycle.
import { buy, type Idea, say, sell, stating } from './idea.ts'

/** Newest first. */
export const semis: Idea[] = [
  buy(
    'ASML',
    `Started a position in ASML this morning, a third of the size I eventually want. The stock has been treated as a
    pure order-book story for weeks, and I think the installed base gets too little credit: machines that are running
    need service whatever the next order looks like.

    Plan: add the second third if it holds last month's low, and the last only after the next report. A weekly close
    below that low and I step aside.`,
    'bullish',
    'months',
  ),
  say('', `Reading transcripts tonight. Counting how often "digestion" comes up. It is never a good number.`),
  buy(
    'KLAC',
    `Process control is the part of the equipment budget that gets cut last, because nobody ramps a new node with
    worse yields on purpose. Adding KLAC back at half size.

    What would change my mind: customers stretching node transitions by a full year. Two of them saying so in the
    same season is my exit, whatever the price is by then.`,
    'adding_position',
    'months',
    'premium',
  ),
  say(
    'NVDA AMD AVGO',
    `People keep asking me to pick one. I don't. The question I find more useful: at which price does each of them
    stop needing everything to go right? For one of the three that price is close, for one it is far, and for one I
    honestly can't say. No trade.`,
    'watching',
  ),
  sell(
    'MU',
    `Sold the memory position I bought in spring. Not because anything broke. Memory is the one corner of this sector
    where good news has always been the reason for the next glut, and the tone has turned from relief to celebration.
    I'd rather be early out of this one; I have been late before and remember it.`,
    'taking_profits',
    'weeks',
  ),
  buy(
    'TXN ADI',
    `Analog pair. Inventories at distributors look like the end of a drawdown to me rather than the start of one.

    - TXN: half a position, for the capacity it has already paid for
    - ADI: half a position, for the margin
    - Exit for both: lead times lengthening again without orders following

    This is a slow idea. I'll be bored before I'm right.`,
    'bullish',
    'years',
    'premium',
  ),
  say(
    'INTC',
    `I was wrong on Intel for most of last year and the reason is dull: I valued the factories and forgot that
    factories need somebody else's orders. No position now. I keep the file open because the range of outcomes is
    still the widest in the sector, and wide ranges are where prices go wrong.`,
    'watching',
    'years',
  ),
  buy(
    'TSM',
    `Added to TSM into weakness. Fourth time this year at roughly the same multiple. Nothing clever.`,
    'adding_position',
    'years',
  ),
  sell(
    'SMH',
    `Closed the small SMH short. It cost me a little. The idea was that breadth inside the index was thinning, and it
    was, but a thin market can keep climbing for longer than I budgeted. Back to owning what I like and holding cash
    instead of paying for opinions.`,
    'weeks',
  ),
  say(
    'AMAT LRCX',
    `A note on how I size equipment names. They fall together, so for risk I count all of them as one position. If I
    hold three, each gets a third of what I'd give a single name. It feels timid every time it works and exactly right
    every time it doesn't.`,
  ),
  buy(
    'ENTG',
    `Entegris again. Consumables scale with wafers, not with announcements, so this is what I hold when I believe in
    volumes but don't trust the capex headlines. Debt is the part I don't like. Position stays at half until that
    number comes down two quarters running.`,
    'bullish',
    'months',
    'premium',
  ),
  say(
    'ARM',
    `Licensing is a lovely business. It is also the only thing anybody says about it, which is the problem with the price.`,
  ),
  buy(
    '8035.T',
    `Tokyo Electron on the pullback in the yen crosses. I don't hedge the currency on this one: when the yen jumps the
    stock tends to fall in Tokyo and I get part of it back. Small, 1.5% of the book.`,
    'bullish',
    'weeks',
  ),
  say(
    '',
    `Export headlines again, futures red, inbox full. My checklist for such evenings has one entry: read the actual text before touching anything. It's still not out.`,
    'watching',
    'days',
  ),
  buy(
    '6857.T 8035.T',
    `Second tranche in Japanese equipment, this time with Advantest beside Tokyo Electron. Stacked memory has to be
    tested several times before anyone dares to sell it, and each of those times needs a machine.

    Together they count as one position in my risk sheet. Stop for both at the base of the last quarter; if one goes,
    both go, because the reason is the same.`,
    'adding_position',
    'months',
    'premium',
  ),
  sell(
    'QCOM',
    `Took the handset name off. The car and edge pieces are real, but I noticed that I was using them as a reason not
    to look at the phone piece. When I catch myself doing that the position goes to zero and I start again from a
    blank page.`,
    'taking_profits',
    'months',
  ),
  say(
    'TSM ASML NVDA',
    `Three questions I ask before any chip trade:

    1. Who pays, and would they pay again next year without being asked?
    2. What inventory sits between the factory and that person?
    3. Which number would tell me I'm wrong, and when is it published?

    If I can't answer the third I don't have an idea, I have a mood.`,
  ),
  buy(
    'CDNS SNPS',
    `Design software is the closest thing this sector has to rent. I own both because I can't tell which is better and
    the customers can't either. Added today after the sell-off; they fell with the hardware and I don't see why they
    should.

    Risk I take seriously: export rules. They can arrive on any evening and there is no stop that protects against
    an evening.`,
    'adding_position',
    'years',
    'premium',
  ),
  say(
    'MU',
    `Memory people are talking about discipline again. I've set an alarm for the first capacity announcement.`,
    'watching',
  ),
  sell(
    'ON',
    `Out of ON at a loss. Car demand was the thesis, the thesis was dated to this half-year, the half-year is over.
    No need to find a second reason to hold something after the first one has gone.`,
    'weeks',
  ),
  stating(
    { target: '+20%', stop: '-12%', confidence: '65' },
    buy(
      'AVGO',
      `Bought AVGO, one unit. Custom silicon gives me exposure to the build-out with customers who can't easily leave,
    and the software side pays for my patience. I'm aware that I said I wouldn't pay this multiple. I waited seven
    months for a better one, and waiting was a position too.`,
      'bullish',
      'months',
    ),
  ),
  say(
    '',
    `Cycle dashboard, weekly, in words because the numbers invite false precision. Lead times: shorter. Distributor
    stock: falling slowly. Memory prices: firm. Equipment pushouts: a few, all in one country. Sentiment among people
    I talk to: better than the orders justify. Taken together I stay invested and keep a fifth in cash.`,
    'watching',
    'weeks',
    'premium',
  ),
  buy(
    'TER',
    `Small buy in TER. Testers are late-cycle and everybody knows it, so the price assumes it. I only need it to be less late.`,
    'bullish',
    'months',
  ),
  stating(
    { holds: 'yes' },
    sell(
      'NVDA',
      `Trimmed a quarter. It had become the largest line by a distance and I size by what I could stand to lose, not by
    what I have made. The rest stays. If it falls by a third I want to be glad about the cash instead of sorry about
    the shares.`,
      'taking_profits',
      'years',
    ),
  ),
  say(
    'AMD',
    `Someone asked why I don't own AMD when I like the products so much. Liking the product is what I write in the
    first line of the note. The second line is the price. I got stuck on the second line.`,
  ),
  buy(
    '000660.KS 005930.KS',
    `Korea basket, two names, equal weight. High-bandwidth memory is the visible reason; the quieter one is that
    governance over there is finally discussed by people who can vote. I give it eighteen months. If the discussion
    ends in another committee, I leave.`,
    'bullish',
    'years',
    'premium',
  ),
  say(
    'ASML',
    `Missed it. My bid was eight cents too low and pride cost me the fill. Writing it down so I can laugh at it next year.`,
  ),
  sell(
    'LRCX AMAT',
    `Halved the equipment basket ahead of the export headlines. I have no view on the rules. I have a view on owning a
    full position through an event on which I have no view.`,
    'taking_profits',
    'weeks',
  ),
  buy(
    'ADI',
    `First purchase: ADI. The reason fits on a card: industrial customers have been running down stock for longer than
    they planned, the company kept its prices, and nobody is excited. I like the third part best.`,
    'bullish',
    'years',
  ),
  say(
    'SMH SOXX',
    `Comparing the two chip funds I look at the cap rules before the fees. One lets the largest names run, the
    other keeps cutting them back. In the last years that was most of the difference between them, in both directions.`,
  ),
  buy(
    'MRVL',
    `Opening half a unit in MRVL with a wide stop, 15% under entry, because it moves like that on nothing. Optical
    interconnect is where I expect the next shortage. If I'm wrong about shortage I'm probably only wrong about when,
    and a wide stop with a small size is how I pay for not knowing when.`,
    'bullish',
    'months',
    'premium',
  ),
  say(
    '',
    `First post here. I follow chips and the machines that make them, mostly long, three to fifteen months. Each idea
    comes with the thing that would prove it wrong. I'll post the ones that go wrong too; there will be plenty.`,
  ),
]
