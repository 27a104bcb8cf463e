// Words that are common in this product's passwords. Attackers guess them first, alone, in pairs, or followed by a
// year.

const MARKETS = `stock stocks stonks market markets trade trades trader trading invest investor investing investment portfolio
  broker option options call calls put puts future futures forex dividend dividends profit profits money cash dollar dollars euro
  gold silver oil bull bulls bear bears bullish bearish bullmarket bearmarket long short buylow sellhigh buylowsellhigh hedge
  hedgefund leverage margin yield bond bonds etf index finance financial wealth rich million millionaire billion billionaire
  daytrade daytrader daytrading swingtrader wallstreet wallst wallstreetbets wsb warren buffett warrenbuffett berkshire munger
  moon tothemoon moonshot rocket hodl hodler yolo fomo lambo wagmi gme diamondhands paperhands diamond hands apes ape`

const NAMES = `tesla nvidia apple amazon google alphabet microsoft meta facebook netflix gamestop palantir intel amd coinbase robinhood
  fidelity schwab vanguard blackrock goldman jpmorgan nasdaq dowjones dow nyse spy qqq voo sandp russell tsla nvda aapl amzn googl
  msft bitcoin bitcoins btc ethereum ether eth crypto cryptos blockchain satoshi nakamoto dogecoin doge shiba solana cardano ripple
  xrp litecoin binance elon musk elonmusk`

const ACCESS = `login logon signin signup access account admin password passwort pass passcode secret welcome letmein changeme hello
  test testing user guest default master iloveyou love`

const TIMES = `spring summer autumn fall winter january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today`

const PRODUCT = `signals posts creator creators premium subscriber subscribe follow follower feed`

/** From a well-known comic (xkcd 936). Three of these words with separators are fine. */
const COMIC = `correct horse battery staple correcthorse batterystaple correcthorsebattery correcthorsebatterystaple`

/** In lower case. */
export const GUESSABLE_WORDS: string[] = [MARKETS, NAMES, ACCESS, TIMES, PRODUCT, COMIC].flatMap((words) =>
  words.split(/\s+/),
)
