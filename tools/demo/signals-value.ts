// desmond's signals: value stocks, never options.
import { buy, each, type Idea, mixed, say, sell } from './idea.ts'

/** Newest first. */
export const value: Idea[] = mixed(
  [
    buy(
      'BRK.B',
      `I am asked, about once a month, why I don't sell calls against my Berkshire to "enhance" it. Because I would be
      renting out the only room in the house that I live in. I have never met an option that was written by somebody
      who wished me well. I bought forty more shares today, at something close to what I think a patient owner would
      pay for the whole, and I sold no promises against them.

      What I look at is simple and unfashionable: what the operating businesses would earn in a poor year, what the
      float costs, and how much cash is waiting for somebody else's emergency. The last of these is large, and people
      complain about it, as they complained every time before it was used.

      Where this goes wrong: succession is a word until it is a decision. If the next letters start to explain instead
      of report, I shall read them as a stranger would and act accordingly. Until then the plan has three words in it,
      and two of them are "do nothing".`,
      'adding_position',
      'years',
    ),
    say(
      '',
      `Options are how a man with an opinion about the price becomes a man with an opinion about the date.`,
    ),
    buy(
      'MKL',
      `Markel, at a modest premium to book. One pays for the underwriting culture and gets the shares and the small
      companies thrown in. I have no idea what it does this year.`,
      'bullish',
      'years',
      'premium',
    ),
    sell(
      'WFC',
      `Sold the last of the bank. It had reached what I had written down in the notebook, and the notebook was written
      by a calmer man than the one who wanted to hold on for ten percent more.`,
      'taking_profits',
    ),
    say(
      '',
      `A cheap share of a bad business is a slow way of paying full price.

      I have this on a card above the desk because I have paid it, twice in retail and once, memorably, in newspapers.`,
    ),
    buy(
      'DE',
      `Deere in a year when farmers aren't buying is the only kind of year in which I'm interested in Deere. The machines
      age whether or not anyone replaces them. I start with a third and I expect to look foolish for four quarters.`,
      'bullish',
      'years',
      'premium',
    ),
    say(
      'KHC',
      `On mistakes of price and mistakes of business. The first kind heals if you wait; the second gets worse while you do.
      Kraft Heinz was the second kind and I treated it as the first for three years. No position. I keep the file because
      it is the best teacher I have.`,
    ),
    sell('AMCX', `Gone, at a loss I'd earned. I bought the assets and was given the governance.`),
    buy(
      'FIH-U.TO',
      `A quoted holding of unquoted things, at a discount that I don't need to close. Slow money.`,
      'bullish',
      'years',
      'premium',
    ),
    say('^GSPC', `The index made a high today. I mention it only because nobody I know has.`),
    buy(
      'CNI',
      `Nobody is going to build a second one. That's the whole note, the other nine pages are about what to pay. I paid it
      today, for a first quarter of a position.`,
      'bullish',
      'years',
    ),
    say(
      '',
      `To the reader who wrote that cash is trash: it may be. It's also the only thing in my portfolio that went up in
      value relative to everything I wanted to buy, on each of the four occasions when it mattered.`,
    ),
    sell(
      'BATRK',
      `Special situation ended, not specially. Small loss after costs. The next one of these I shall read about and admire from afar.`,
      'months',
    ),
    say(
      'GOOG META',
      `Even the technology people have discovered depreciation. I spent the weekend with the footnotes on useful lives,
      and came away with one sentence: a machine which must be replaced in four years isn't an asset in the
      way a railway bridge is, and the accounts haven't quite decided which of them they're describing. I am not short.
      I am simply not paying for bridges.`,
      'premium',
    ),
    say('', `Sold nothing, bought nothing, read a good deal. A perfectly satisfactory month.`),
    buy(
      'EXO.AS',
      `A family holding at something like a third off its parts. Families quarrel, parts get sold, discounts narrow and
      widen again. I don't need the discount to close; I need the parts to grow while nobody is looking.`,
      'bullish',
      'years',
      'premium',
    ),
  ],
  each(
    [
      ['LOW', 'A duopoly that sells ladders to people who already own three'],
      ['AXP', "A toll on other people's lunches, run by grown-ups"],
      ['FFH.TO', 'Insurance bought below the price of its own shares, so to speak'],
      ['KMX', 'A good merchant in a bad year for his merchandise'],
    ],
    (ticker, why) =>
      buy(
        ticker,
        `${ticker} has come down to the price in the notebook. ${why}. A first third bought.`,
        'bullish',
        'years',
      ),
  ),
  each(
    [
      ['UPS', 'wages. One can admire the drivers and still decline the shares'],
      ['DIS', "I can't say what it earns in an ordinary year, because it hasn't had one"],
      ['NKE', "a fine brand, a full price, and a warehouse I'd like to see emptier"],
      ['BA', 'the backlog is magnificent and so was the last one'],
    ],
    (ticker, snag) =>
      say(
        ticker,
        `Read the annual report of ${ticker} with a pencil. Where the pencil stopped: ${snag}.`,
        'watching',
        'years',
      ),
  ),
  each(
    [
      ['BK', "worth, in my reckoning, a fifth more than it sells for; a fifth isn't enough"],
      ['L', 'the discount is wide, and has been since I had hair'],
      ['JEF', 'book value that one can nearly count'],
      ['PGR', 'the best underwriter I follow, at a price that says so'],
    ],
    (ticker, view) => say(ticker, `From the ledger: ${ticker} is ${view}.`, 'watching', 'premium'),
  ),
  each(
    [
      ['CMCSA', 'I was paid in dividends while the wire was being cut'],
      ['INTC', 'I confused a low multiple of past earnings with a low price'],
      ['LILA', 'cheap on every measure that leaves out the debt'],
    ],
    (ticker, lesson) =>
      sell(ticker, `Closed my account with ${ticker}. The lesson, for the card above the desk: ${lesson}.`),
  ),
)
