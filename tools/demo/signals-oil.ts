// kwame's signals: oil, gas and pipelines.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const oil: Idea[] = mixed(
  [
    buy(
      'XLE',
      `Back in energy, one unit, at the low end of the range. Everybody who wanted to sell has had two weeks to do it.`,
      'bullish',
      'weeks',
    ),
    say(
      'CL=F',
      `Crude down three dollars on a headline, up two on the denial. Net: one dollar and a wasted morning.`,
    ),
    buy(
      'CNQ',
      `The thing about the oil sands is that the decline rate is close to nothing. Shale has to run to stand still; this
      just stands. Long CNQ, core position, I only touch it when crude does something stupid in either direction.

      Risk: pipeline politics and the discount on heavy barrels. I watch the differential, not the front month.`,
      'bullish',
      'years',
      'premium',
    ),
    sell(
      'OXY',
      `Out of OXY. Too many people own it because somebody famous owns it. That's not a reason, it's a crowd.`,
      'taking_profits',
      'weeks',
    ),
    say(
      'SLB HAL',
      `Service names trade as if the rig count was the business. The rig count in one country, that is. Offshore and the
      Gulf keep signing multi-year work and the shares keep reacting to Texas. I'm building a list, not a position.`,
      'watching',
      'months',
    ),
    buy(
      'EQT',
      `Gas. Yes, again. Storage is comfortable, everyone is short, and the export terminals don't read the storage report.`,
      'bullish',
      'months',
    ),
    sell(
      'NG=F',
      `Stopped out of the gas futures. Held two days, slept badly for one of them, lost exactly what I'd planned to
      lose. The equity position in producers stays because nobody phones me about that one at three in the morning.`,
      'days',
    ),
    say(
      '',
      `Inventory day. My rule: no trades in the first twenty minutes. The first number is for the machines.`,
    ),
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
    sell(
      'VLO',
      `Crack spreads rolled over, refiner goes. I don't fall in love with refiners. They don't love back.`,
      'bearish',
      'weeks',
    ),
    buy(
      'CCJ',
      `Uranium, small. Contracts are long, the market is thin and I respect both facts. 2% and no more.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      'CL=F BZ=F',
      `Where I could be wrong on oil this quarter, in order: demand in Asia softer than the tanker data says; more spare
      capacity than admitted; a strong dollar. Where I could be wrong in the other direction: one drone.`,
    ),
    sell(
      'DVN',
      `Sold DVN for a loss to clean up the book. Two shale names is one too many when I can't explain the difference.`,
    ),
    say(
      '',
      `Somebody on here called the top in crude to the hour. Somebody always does. I'd like to see their other posts.`,
    ),
    buy(
      'TTE.PA',
      `The French one. Gas contracts, a payout that survived worse, and it trades below its American cousins out of habit. Half a unit.`,
      'bullish',
      'months',
      'premium',
    ),
  ],
  each(
    [
      ['EOG', 'pulls back to the rising 50-day'],
      ['FANG', 'fills the gap from the last report'],
      ['COP', 'holds the level where it bounced in both of the last two scares'],
      ['SU', 'gets sold with the Canadian dollar once more'],
      ['PBR', 'shows me a payout policy that survives an election'],
    ],
    (ticker, when) =>
      say(ticker, `On my list: ${ticker}, one unit if it ${when}. If not, not.`, 'watching', 'weeks'),
  ),
  each(
    [
      ['BKR', 'gas turbines with a queue behind them. Stop under the base, about a tenth lower'],
      ['LNG', 'long contracts and short memories about how it was built. No stop, small enough to ignore'],
      ['FTI', 'deep water comes back slowly, then for years. I leave if two big awards slip'],
      [
        'AR',
        'every dollar of gas falls straight through to the bottom line, both ways. Stop tight, for the other way',
      ],
    ],
    (ticker, why) =>
      buy(ticker, `Took a half unit of ${ticker} today: ${why}.`, 'bullish', 'months', 'premium'),
  ),
  each(
    [
      ['MPC', 'The target was the target'],
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
