// What sunniva and naoko write: large companies of Europe, and Tokyo with its neighbours.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const europe: Idea[] = mixed(
  [
    buy(
      'SAP',
      `SAP after the wobble. Customers who have started the move to the cloud can't stop in the middle of it, that would
      be like leaving half a kitchen installed. I added a small tranche in Frankfurt and would add the next one 7% lower.`,
      'adding_position',
      'years',
    ),
    say('NESN.SW', `Nestlé at a price where even my mother asks about it. She has been right about Nestlé more often than I have.`, 'watching'),
    buy(
      'MC.PA RMS.PA',
      `Luxury again, but only the two ends of it: the one that sells to everybody who wants to feel rich and the one that
      refuses to. The middle I leave to braver people.

      Half positions. If the Chinese holiday numbers disappoint I expect to be able to add cheaper, so I'm not in a
      hurry to be full.`,
      'bullish',
      'years',
      'premium',
    ),
    sell(
      'NOVO-B.CO',
      `Closed the rest of Novo. I was slow: I kept explaining the price to myself while the argument had moved from how
      large the market is to who gets it. I still admire the company. That was part of the problem.`,
      'months',
    ),
    say(
      '',
      `Something I wish more people outside Europe knew: our large companies are listed here but they don't live here.
      Two thirds of what I own earns its money elsewhere. When someone says "I avoid Europe because of growth" I ask
      which country they think the perfume is sold in.`,
    ),
    buy('SIE.DE', `Siemens, one unit. Software margin, train timetable, same share.`, 'bullish', 'years'),
    sell('VOW3.DE', `Cheap, and it will be cheap when I'm old. Sold the VW prefs to buy something that is allowed to change.`),
    buy(
      'AIR.PA SAF.PA',
      `Planes and engines. The order queue is longer than most marriages; the constraint is parts. I prefer the engine
      maker because it's paid when the planes fly, not when they're delivered. Two thirds SAF, one third AIR.`,
      'bullish',
      'years',
      'premium',
    ),
    say('^STOXX', `Quiet week here. Half the continent is on a train to the sea.`),
    buy('SHEL.L', `Buybacks at this price retire a noticeable slice of the company every year. I hold still and my share grows.`, 'years'),
    say(
      'ASML SAP',
      `The two names that get called "Europe's tech sector", as if there were a sector. I own both and I don't count
      them as diversification. They rise and fall with what people in California had for breakfast.`,
    ),
    sell('BAS.DE', `Chemicals out. Energy costs were the visible problem, capacity in Asia is the one that stays.`, 'bearish', 'months'),
    buy(
      'DSV.CO',
      `Freight forwarding is mostly the art of buying competitors and switching off their computers. They've done it many
      times. Bought after the integration headlines, which read to me like every other time.`,
      'bullish',
      'months',
      'premium',
    ),
    say('UCG.MI SAN.MC', `European banks: I missed the whole move. Not going to run after the train to prove I had a ticket.`),
  ],
  each(
    [
      ['OR.PA', 'Small luxuries survive large worries. I pay a full price and know it'],
      ['ALV.DE', 'Insurance: dull premium, honest payout, a letter I can understand'],
      ['RACE.MI', 'Not a car company. A waiting list with an engine'],
      ['NOVN.SW', 'Leaner since the spin-offs, and the market still files it under tired'],
      ['INVE-B.ST', 'A holding company run by people who think in grandchildren'],
    ],
    (ticker, why) => buy(ticker, `Bought a first piece of ${ticker}. ${why}.`, 'bullish', 'years'),
  ),
  each(
    [
      ['ADS.DE', 'one good shoe is not a turnaround'],
      ['BAYN.DE', 'I can value the business, I can’t value the courtroom'],
      ['VNA.DE', 'rents go up slowly, refinancing goes up at once'],
      ['DGE.L', 'people say the young drink less; I want two years of figures before I believe it or don’t'],
    ],
    (ticker, doubt) => say(ticker, `${ticker} is on my desk and stays there: ${doubt}.`, 'watching', 'months'),
  ),
  each(
    [
      ['HEIA.AS', 'volumes slipping, prices doing all the work'],
      ['ERIC-B.ST', 'the third restructuring of the decade'],
      ['RNO.PA', 'bought for the partnership, the partnership changed'],
    ],
    (ticker, why) => sell(ticker, `Said goodbye to ${ticker} (${why}). No drama, no regret, a modest loss.`),
  ),
  each(
    [
      ['ASML', 'the Dutch answer to every question this quarter is "export licence"'],
      ['CS.PA', 'solvency is fine, the payout is safe in any year I can imagine'],
      ['ROG.SW', 'diagnostics pays the bills while everyone stares at the pipeline'],
      ['AZN.L', 'oncology data due; I keep the size I can sleep with'],
    ],
    (ticker, view) => say(ticker, `Subscriber note on ${ticker}: ${view}. My position is unchanged, next look after the report.`, 'watching', 'weeks', 'premium'),
  ),
)

/** Newest first. */
export const asia: Idea[] = mixed(
  [
    buy('7203.T', `Bought 7203 in the afternoon session. Hybrids were called a dead end for five years. I like dead ends with a waiting list.`, 'bullish', 'years'),
    say('^N225', `Index up, my shares down. Please explain, someone with more sleep.`),
    buy(
      '8058.T 8001.T',
      `Trading houses. Foreign readers ask what they do; the honest answer is "a little of everything that is dug up,
      shipped or insured". What changed is what they do with the cash. I hold two and collect.`,
      'bullish',
      'years',
      'premium',
    ),
    sell('9984.T', `Sold SoftBank. The discount to assets is real, but the assets are opinions. I have enough of my own.`, 'taking_profits', 'weeks'),
    say(
      '',
      `Short glossary for the season:

      - "We will consider": no
      - "We will consider positively": perhaps in three years
      - "We have established a committee": somebody wrote a letter
      - "Effective today": buy the dictionary a drink`,
    ),
    buy(
      '6758.T',
      `Sony, second tranche. Sensors, music, games; each is discussed by a different kind of analyst, so nobody adds them
      up. Exit if the sensor share slips two years in a row.`,
      'adding_position',
      'years',
    ),
    say(
      'JPY=X',
      `Yen note. I don't forecast it. I hold companies that earn in dollars and pay wages in yen, and companies that do
      the reverse, in about the same weight. When the currency moves, one half complains. That's the design.`,
      'premium',
    ),
    sell('7201.T', `Nissan: hope isn't a plan and mine had expired. Loss taken.`),
    buy('0700.HK', `Added Tencent, a small lot. Policy risk is never zero, so neither is my cash position. Games, payments, buybacks.`, 'adding_position', 'years'),
    say('2330.TW TSM', `Local line versus ADR: the gap is wide again. I hold the local line and watch the tourists pay the premium.`),
    buy(
      '6861.T 6954.T',
      `Factory automation has been in winter for six quarters. Orders from machine builders turn first, then sensors, then
      robots. The first of these has turned. Half positions in Keyence and Fanuc, full size if the second follows.`,
      'bullish',
      'months',
      'premium',
    ),
    say(
      'D05.SI',
      `Singapore banks: nobody posts about them, they don't post either. They pay. I hold one so that the rest of my book
      has an adult in the room.`,
    ),
    sell('9988.HK', `Took the bounce in Alibaba and left. I had said I'd leave at this level when it was thirty percent away, and it's much harder to do up here.`, 'taking_profits', 'weeks'),
  ],
  each(
    [
      ['8035.T', 'after the three-day slide. Equipment, third of a position'],
      ['4063.T', 'because wafers are needed in good years and in bad years'],
      ['6146.T', 'cutting and grinding, a small company of giants'],
      ['9983.T', 'on the dip after monthly sales, as twice before'],
      ['7974.T', 'for the back catalogue, not for the console'],
    ],
    (ticker, why) => buy(ticker, `Bought ${ticker} ${why}.`, 'bullish', 'months'),
  ),
  each(
    [
      ['8306.T', 'rates at home are the thesis, nothing else'],
      ['005930.KS', 'a good balance sheet waiting for a good decision'],
      ['1299.HK', 'new business value is the only line I need'],
      ['RELIANCE.NS', 'three companies in one coat, priced as the best of them'],
    ],
    (ticker, why) => say(ticker, `Holding ${ticker} through the report: ${why}.`, 'watching', 'weeks', 'premium'),
  ),
  each(
    [
      ['4755.T', 'Mobile eats what shopping earns'],
      ['3690.HK', 'A price war is entertaining only from outside'],
      ['6502.T', 'Event finished, so is the trade'],
    ],
    (ticker, why) => sell(ticker, `${ticker} closed. ${why}.`, 'weeks'),
  ),
  each(
    [
      ['Morning call from Osaka', 'machine tool orders a touch better than feared. I change nothing'],
      ['Walked past three electronics shops', 'the shelf space tells me more than the survey does'],
      ['Annual meeting', 'two questions from the floor, both about the dividend. Ten years ago: none'],
      ['Currency desk says "intervention"', 'they have said it every week since spring'],
    ],
    (what, note) => say('', `${what}: ${note}.`),
  ),
)
