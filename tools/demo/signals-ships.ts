// oldharbor's signals from creator days: ships and freight.
import { buy, type Idea, say, sell } from './idea.ts'

/** Newest first. */
export const ships: Idea[] = [
  say('', `Winding down the paid side. It was good company. I'll stay around to read.`),
  sell(
    'ZIM',
    `Box rates topped out, so did my patience. Sold ZIM. The dividend was real, the next one won't be.`,
    'taking_profits',
    'weeks',
  ),
  say(
    '',
    `Thirty years at sea and ashore taught me one thing about freight: it never stays good long enough to order a ship on.`,
  ),
  buy(
    'FRO INSW',
    `Crude tankers. The order book is thin, the fleet is old and the scrapyards are patient. I take both names and I
    leave when the yards in Korea are full again. They always fill.`,
    'bullish',
    'months',
  ),
  say(
    'SBLK',
    `Dry bulk index up nine days in a row. Ore, coal, the usual. I wait for the tenth.`,
    'watching',
    'days',
  ),
  buy(
    'STNG',
    `Product tankers on a quiet day. Best day to buy them, nobody is shouting.`,
    'bullish',
    'weeks',
  ),
  sell('GNK', `Wrong about bulkers. A canal reopened before I thought it could. Out with a bruise.`, 'weeks'),
  say(
    'FRO STNG ZIM',
    `How I read a shipping report, bottom up: debt first, then age of the fleet, then cover for the next quarter, then
    the dividend, and the letter to shareholders only if it rains.`,
  ),
  buy(
    'DAC',
    `Box ships on long charters, priced as if the charters ended tomorrow. I can wait for tomorrow.`,
    'bullish',
    'years',
  ),
]
