// Shares that nobody paid for, in the words of each broker: a contribution at that day's price, and never a gain.
import { expect, test } from 'vitest'
import { simulatedMarket } from '#server/adapters/market/simulated.ts'
import { figuresOfFiles } from '#server/features/portfolio/figures-of-files.ts'

const T212 =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Total,Currency (Total),Notes,ID'
const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const ROBINHOOD =
  '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"'
const FIDELITY =
  'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'
const GENERIC = 'date,type,symbol,quantity,price,amount,fee,currency'

/** A deposit of 1,000, ten shares for nothing on January 7, 2026, and their sale for 1,000 a day later. */
test.each<[string, string[]]>([
  [
    'a free share at Trading 212',
    [
      T212,
      'Deposit,2026-01-06 10:00:00,,,,,,,,,1000.00,USD,,D1',
      'Free shares,2026-01-07 15:00:00,US0028241000,ABT,Abbott,10,100.00,USD,1,,,,,F1',
      'Market sell,2026-01-08 15:00:00,US0028241000,ABT,Abbott,10,100.00,USD,1,,1000.00,USD,,S1',
    ],
  ],
  [
    'stock plan activity at Schwab',
    [
      SCHWAB,
      '"01/08/2026","Sell","ABT","ABBOTT LABS","10","$100.00","","$1000.00"',
      '"01/07/2026","Stock Plan Activity","ABT","ABBOTT LABS","10","","",""',
      '"01/06/2026","MoneyLink Transfer","","Tfr BANK","","","","$1000.00"',
    ],
  ],
  [
    'received stock at Robinhood',
    [
      ROBINHOOD,
      '"1/8/2026","1/8/2026","1/9/2026","ABT","Abbott","Sell","10","$100.00","$1,000.00"',
      '"1/7/2026","1/7/2026","1/7/2026","ABT","Abbott","REC","10","",""',
      '"1/6/2026","1/6/2026","1/6/2026","","ACH Deposit","ACH","","","$1,000.00"',
    ],
  ],
  [
    'a restricted stock award at Fidelity',
    [
      FIDELITY,
      '01/08/2026,YOU SOLD ABBOTT LABS (ABT) (Cash),ABT,ABBOTT LABS,Cash,100.00,-10,,,,1000.00,01/09/2026',
      '01/07/2026,RSU VEST ABBOTT LABS (ABT) (Cash),ABT,ABBOTT LABS,Shares,100.00,10,,,,0.00,',
      '01/06/2026,Electronic Funds Transfer Received (Cash),,No Description,Cash,,0,,,,1000.00,',
    ],
  ],
  [
    'a transfer in a plain table',
    [
      GENERIC,
      '2026-01-06,deposit,,,,1000,,USD',
      '2026-01-07,transfer,ABT,10,,,,USD',
      '2026-01-08,sell,ABT,10,100,1000,,USD',
    ],
  ],
])('%s is a contribution', async (_, lines) => {
  const { summary, missingShares, read } = await figuresOfFiles({
    files: [Buffer.from(`${lines.join('\n')}\n`)],
    market: { ...simulatedMarket(), lastDay: '2026-02-10' },
    now: new Date('2026-02-11T15:00:00Z'),
  })
  expect(read[0]?.issues).toEqual([])
  expect(missingShares).toEqual([])
  // If the shares were a gain, they would double the account. The rest is one day's change of a sample price.
  expect(Math.abs(Number.parseFloat(summary?.performance ?? ''))).toBeLessThan(3)
})
