// naoko's signals: Tokyo and its neighbors.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const asia: Idea[] = mixed(
  [
    buy(
      '7203.T',
      `Bought 7203 in the afternoon session. Hybrids were called a dead end for five years. I like dead ends with a waiting list.`,
      'bullish',
      'years',
    ),
    say('^N225', `Index up, my shares down. Please explain, someone with more sleep.`),
    buy(
      '8058.T 8001.T',
      `Trading houses. Foreign readers ask what they do; the honest answer is "a little of everything that is dug up,
      shipped or insured". What changed is what they do with the cash. I hold two and collect.`,
      'bullish',
      'years',
      'premium',
    ),
    sell(
      '9984.T',
      `Sold SoftBank. The discount to assets is real, but the assets are opinions. I have enough of my own.`,
      'taking_profits',
      'weeks',
    ),
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
    buy(
      '0700.HK',
      `Added Tencent, a small lot. Policy risk is never zero, so neither is my cash position. Games, payments, buybacks.`,
      'adding_position',
      'years',
    ),
    say(
      '2330.TW TSM',
      `Local line versus ADR: the gap is wide again. I hold the local line and watch the tourists pay the premium.`,
    ),
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
    sell(
      '9988.HK',
      `Took the bounce in Alibaba and left. I had said I'd leave at this level when it was thirty percent away, and it's much harder to do up here.`,
      'taking_profits',
      'weeks',
    ),
    buy(
      '6098.T',
      `Recruit after the software scare. Bought the fear about job ads, because in Japan the shortage is people and not ads.`,
      'bullish',
      'months',
    ),
    say(
      '2330.TW',
      `Typhoon holiday in Taipei, market shut. The best day to not look at prices is one on which there are none.`,
    ),
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
    (ticker, why) =>
      say(ticker, `Holding ${ticker} through the report: ${why}.`, 'watching', 'weeks', 'premium'),
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
