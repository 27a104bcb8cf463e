// Section 2 of the specification, second part: the header, the main screen, signals and the portfolio.
import * as by from './proofs.ts'
import { decided, noted, row, type Section } from './row.ts'

const HEADER = by.specMain(
  'the header has the logo, the antenna and the own initials; elsewhere a way back to where one was',
)
const PICTURE = by.specMain('the profile button shows the picture, and the initials when the picture fails')
const TABS = by.specMain('the main screen has three tabs at its bottom, and opens on the one of its address')
const GATE = by.postSignal(
  'without Creator Mode the antenna and the portfolio lead to it, without payouts to setting them up',
)
const AUTHOR = by.specCard(
  'an author is called by username, else by first and last name, on a colour of the id’s first character',
)
const TURNS = by.specCard('an age turns at 60 s, 3600 s and 86400 s, and the future is "now"')
const AGES = '%s seconds ago is "%s"'
const BADGES = by.specCard('the kind of a signal and its intent are badges in words and in their colours')
const TICKERS = by.specCard('tickers are badges with a dollar sign, and each card ends with the disclaimer')
const TYPE = 'the badge of the type "%s" is %s'
const INTENT = 'the badge of the intent "%s" is %s'
const DIALOG = by.specDialogs(
  'the signal dialog has three types, chips added three ways, a box of several lines and a disclaimer',
)
const WAITING = by.specDialogs(
  'a signal sends its tickers as JSON in a text, or null, and waits with its button disabled',
)
const CHIPS = by.postSignal(
  'a signal needs words of at most 1000 characters and real symbols; each chip can be taken away',
)
const HOLDINGS = by.specPortfolio(
  'holdings have a company or a ticker, four letters in a circle, and a return in its colour',
)
const BROKER = by.portfolioBroker(
  'the sample broker is connected and says that it is live and a sample at ${width} px',
)
const FILE = by.portfolioFile(
  'a file is dropped, looked at, imported, and becomes holdings, return and curve at ${width} px',
)
const EMPTY = by.portfolioBroker('a broker without positions and a paper account are shown as what they are')

export const SECTION_2_MAIN: Section[] = [
  {
    at: '2',
    title: 'Top header bar',
    rows: [
      row('A logo', HEADER),
      row('Or a back button, which goes to the previous history entry', HEADER),
      row('A create-signal button shown as an antenna emoji', HEADER),
      row('A round profile button with the profile image if there is one', PICTURE),
      row(
        'Otherwise two initials: the first two letters of the username, upper-cased',
        HEADER,
        by.names('in the header of %j are %s', 'maya'),
      ),
      row(
        'Else the first letters of first and last name, else "U"',
        by.names('in the header of %j are %s', 'AK'),
        by.names('in the header of %j are %s', 'U'),
      ),
      row('A failing image hides itself and the initials show', PICTURE),
    ],
  },
  {
    at: '2',
    title: 'Main screen',
    rows: [
      row(
        'Feed tab: the latest signals',
        by.postSignal('a creator posts a signal, and a follower finds it at the top of her feed'),
      ),
      decided(
        22,
        'Whose signals: silent',
        'Own ones and those of people followed or subscribed to; "Everyone" has all public authors',
        by.feed('it has own signals and those of people followed or paid, newest first'),
        by.feed('the scope everyone has all public authors, and any other scope is refused'),
      ),
      row(
        'Feed tab: a create-signal button',
        by.keyboard('Tab stays inside the dialog, and Escape leads back to what opened it'),
      ),
      row(
        'Shows 3 skeleton cards while loading',
        by.specMain('while the feed is on its way three cards stand in its place'),
      ),
      row(
        '"No signals yet. Start following other investors or create your first signal!"',
        by.visitor('somebody invited registers with the address filled in'),
      ),
      row('Portfolio tab: holdings and performance', HOLDINGS, TABS),
      row('Profile tab: the own profile', TABS),
      row('For creators a Manage Subscriptions button to /subscriptions', TABS),
      row(
        'Gate of posting and the Portfolio tab: a non-creator is sent to /creator-subscribe',
        GATE,
        by.access('creator: %s, payouts ready: %s, missing: %s', 'creator_mode_required'),
      ),
      row(
        'A creator without finished payment account and onboarding is sent to /creator-onboarding',
        GATE,
        by.specPortfolio('a creator without payouts is led to the setup from the Portfolio tab too'),
        by.access('creator: %s, payouts ready: %s, missing: %s', 'onboarding_required'),
      ),
      row(
        'Otherwise the dialog opens',
        by.postSignal('Back closes the dialog, and the draft is there when it opens again'),
      ),
      row('Otherwise the Portfolio tab shows', TABS),
    ],
  },
  {
    at: '2',
    title: 'Signal card',
    rows: [
      row('Author avatar with initials on a colour chosen by the first character of the author id', AUTHOR),
      row('… and by nothing else', by.signalWords('a colour is chosen by the first character alone')),
      row('Username, else first and last name', AUTHOR),
      row('Under 60 s "now"', TURNS, by.ages(AGES, '59')),
      row('Under 3600 s minutes, "Nm"', TURNS, by.ages(AGES, '3599')),
      row('Under 86400 s hours, "Nh"', TURNS, by.ages(AGES, '86399')),
      row('Otherwise days, "Nd"', TURNS, by.ages(AGES, '86400')),
      noted(
        'Silent on the future, on changes of the clock and on an open page',
        'Relative age',
        by.ages(AGES),
        by.ages('in %s around %s an hour has 3600 seconds, and a day 86400'),
        by.ages(
          'on a device whose clock is set back, what was posted before is "now" until its moment comes again',
        ),
        by.specCard('an age grows while the page is open'),
        by.specCard('an age goes on as if nothing had happened'),
        by.specCard('on a device whose clock is set back an age is "now", never less than nothing'),
      ),
      row('Content', TICKERS),
      row('A capitalised badge for the type: buy green, sell red, comment blue', BADGES),
      row('A type of any other kind is grey', by.signalWords(TYPE, 'hold')),
      row('A "$TICKER" badge per ticker', TICKERS),
      decided(
        26,
        'Tickers are parsed as a JSON array of strings',
        'So they travel both ways; null where there are none',
        by.wire('tickers travel as a JSON list in a text, none as null, and what is read can be posted'),
      ),
      noted(
        'No signal here has the legacy field: it is neither taken nor kept nor sent',
        'A legacy single ticker is shown only when no tickers value exists',
        by.posting(
          'what is not in the contract is ignored: the server stamps the signal and names its author',
        ),
      ),
      row(
        'An intent badge, underscores as spaces, words capitalised',
        BADGES,
        by.signalWords('"%s" is read as "%s"', 'Taking Profits'),
      ),
      row('bullish green, bearish red', BADGES, by.signalWords(INTENT, 'bearish')),
      row(
        'taking_profits yellow, adding_position blue, watching grey',
        BADGES,
        by.signalWords(INTENT, 'taking_profits'),
      ),
      row('The disclaimer of section 1', TICKERS),
    ],
  },
  {
    at: '2',
    title: 'Share Investment Signal dialog',
    rows: [
      row('Type: Buy, Sell, Comment, default Buy', DIALOG),
      row('Typed symbols are upper-cased', DIALOG),
      row('The Add button, Enter or a comma adds a chip', DIALOG),
      row('Each chip can be removed', CHIPS),
      row(
        'A content box of several lines; its placeholder invites an idea, analysis or view, no advice',
        DIALOG,
      ),
      row('A required yellow disclaimer: informational, not financial advice', DIALOG),
      row('Cancel', DIALOG),
      row('"Post Signal", "Posting..." while pending', WAITING),
      decided(
        24,
        'Intent, horizon and premium: fields without a place in the dialog',
        'Behind "Add details", and a switch',
        by.premiumPage('a premium signal is locked for a stranger and open for a subscriber'),
        by.posting('%j is accepted', 'taking_profits'),
      ),
    ],
  },
  {
    at: '2',
    title: 'Portfolio card ("My Portfolio")',
    rows: [
      decided(
        30,
        'A "Live Data" badge when a broker is connected',
        'Files say "Imported {date}", sandboxes "Sample data"',
        BROKER,
        FILE,
      ),
      row('Account Performance: overall return since start', FILE, HOLDINGS),
      row('… default +0.0%', EMPTY),
      row('Current Holdings: company name or ticker, and the ticker', HOLDINGS),
      row('Percent return labelled since purchase', HOLDINGS),
      row('Green if it starts with +, red with -, grey otherwise', HOLDINGS),
      row('… so +0.0% is green as well', HOLDINGS),
      row('A coloured circle with the first 4 letters of the ticker', HOLDINGS),
      row('Loading skeleton', by.specPortfolio('while the portfolio is on its way its places are kept')),
      row(
        '"No portfolio data available" with "connect your broker to share real trades with subscribers"',
        FILE,
      ),
      row('… or with "your connected brokerage has no positions"', EMPTY),
      row('When connected, a note: share premium signals to attract subscribers', BROKER),
    ],
  },
]
