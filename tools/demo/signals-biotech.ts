// priya's signals: biotech trial readouts.
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
    say(
      'XBI',
      `Rule one of this corner: the coin is real, so the size has to be. Nothing binary above 1.5%, ever, for any reason, including mine.`,
    ),
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
    buy(
      'TMO DHR',
      `Tools, not drugs. They sell to everyone who digs. Stocking hangover looks nearly over, adding a little to both.`,
      'adding_position',
      'months',
    ),
    say(
      'MRNA',
      `Read the pipeline page twice. Closed the tab. The science is better than the calendar.`,
      'watching',
      'years',
    ),
    sell(
      'BMRN',
      `Trimmed into the takeover chatter. I don't own things for the reason that someone might call.`,
      'taking_profits',
      'weeks',
    ),
    buy(
      'ARGX',
      `One mechanism, several diseases, already sold in some of them. That's my favourite shape in the whole field: the
      biology has been answered, what's left is arithmetic and insurers. Long, 3%.

      What I'd hate to see: a safety signal in long use. I read the database once a month for that and for nothing else.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      '',
      `Conference week. If you see me praising a poster at midnight, please remind me it was a poster.`,
    ),
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
    buy(
      'IQV',
      `The referee gets paid whoever wins. Contract research on a bad-funding scare, one unit.`,
      'bullish',
      'months',
    ),
    say(
      'CRSP NTLA',
      `Durability is the question, and durability can't be hurried. That's not bearish. It's a calendar.`,
    ),
    say('', `A cure for mice, once again. I'm glad for the mice.`),
    sell(
      'TMO',
      `Sold the tools position I wrote about, half of it. The restocking came, the price noticed. The rest I keep for the reason that I'd only buy it back.`,
      'taking_profits',
      'months',
      'premium',
    ),
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
      ['BIIB', 'uptake counted in clinics, not in surveys'],
      ['GILD', 'a regimen so simple that nobody needs to be persuaded'],
      ['SRPT', 'the label. After that I might have an opinion'],
      ['ILMN', 'one good explanation why customers buy later and later each year'],
    ],
    (ticker, need) => say(ticker, `Not in ${ticker}. What I'm waiting for: ${need}.`, 'watching', 'months'),
  ),
  each(
    [
      ['VKTX', '0.5%, because oral data could go either way and both ways are large'],
      ['KRYS', '1%, since the launch curve can be counted patient by patient'],
      ['LEGN', '1%, with the manufacturing question open and in the price'],
    ],
    (ticker, size) =>
      buy(
        ticker,
        `Event book. ${ticker}: ${size}. Worst case written down before the order.`,
        'weeks',
        'premium',
      ),
  ),
  each(
    [
      ['NVAX', 'A good product can still arrive after everyone has gone home'],
      ['AGEN', 'I kept moving the date in my own notes, which is the oldest warning there is'],
      ['EDIT', 'They changed the plan, so I changed mine'],
    ],
    (ticker, why) => sell(ticker, `Took ${ticker} off at a loss. ${why}. Size did its job.`),
  ),
)
