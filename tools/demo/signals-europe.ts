// sunniva's signals: large European companies.
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
    say(
      'NESN.SW',
      `Nestlé at a price where even my mother asks about it. She has been right about Nestlé more often than I have.`,
      'watching',
    ),
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
    sell(
      'VOW3.DE',
      `Cheap, and it will be cheap when I'm old. Sold the VW prefs to buy something that is allowed to change.`,
    ),
    buy(
      'AIR.PA SAF.PA',
      `Planes and engines. The order queue is longer than most marriages; the constraint is parts. I prefer the engine
      maker because it's paid when the planes fly, not when they're delivered. Two thirds SAF, one third AIR.`,
      'bullish',
      'years',
      'premium',
    ),
    say('^STOXX', `Quiet week here. Half the continent is on a train to the sea.`),
    buy(
      'SHEL.L',
      `Buybacks at this price retire a noticeable slice of the company every year. I hold still and my share grows.`,
      'years',
    ),
    say(
      'ASML SAP',
      `The two names that get called "Europe's tech sector", as if there were a sector. I own both and I don't count
      them as diversification. They rise and fall with what people in California had for breakfast.`,
    ),
    sell(
      'BAS.DE',
      `Chemicals out. Energy costs were the visible problem, capacity in Asia is the one that stays.`,
      'bearish',
      'months',
    ),
    buy(
      'DSV.CO',
      `Freight forwarding is mostly the art of buying competitors and switching off their computers. They've done it many
      times. Bought after the integration headlines, which read to me like every other time.`,
      'bullish',
      'months',
      'premium',
    ),
    say(
      'UCG.MI SAN.MC',
      `European banks: I missed the whole move. Not going to run after the train to prove I had a ticket.`,
    ),
    say(
      '',
      `Yearly reminder to myself: reclaim the withholding tax. One Swiss form, one French form, a stamp, a sigh.`,
    ),
    sell(
      'PHIA.AS',
      `Philips had its recovery, and I had mine: out at roughly the price I paid, older and better at reading recalls.`,
      'taking_profits',
    ),
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
      ['BAYN.DE', "I can value the business, I can't value the courtroom"],
      ['VNA.DE', 'rents go up slowly, refinancing goes up at once'],
      ['DGE.L', "people say the young drink less; I want two years of figures before I believe it or don't"],
    ],
    (ticker, doubt) =>
      say(ticker, `${ticker} is on my desk and stays there: ${doubt}.`, 'watching', 'months'),
  ),
  each(
    [
      ['HEIA.AS', 'Volumes slipping, prices doing all the work. A modest loss and a full fridge'],
      ['ERIC-B.ST', 'One restructuring too many for my patience, at a little less than I paid'],
      [
        'RNO.PA',
        'I bought it for the partnership and the partnership changed, so the loss is mine and deserved',
      ],
    ],
    (ticker, why) => sell(ticker, `Said goodbye to ${ticker}. ${why}.`),
  ),
  each(
    [
      ['ASML', 'the Dutch answer to every question this quarter is "export licence"'],
      ['CS.PA', 'solvency is fine, the payout is safe in any year I can imagine'],
      ['ROG.SW', 'diagnostics pays the bills while everyone stares at the pipeline'],
      ['AZN.L', 'oncology data due; I keep the size I can sleep with'],
    ],
    (ticker, view) =>
      say(
        ticker,
        `Subscriber note on ${ticker}: ${view}. My position is unchanged, next look after the report.`,
        'watching',
        'weeks',
        'premium',
      ),
  ),
)
