// Corporate actions such as mergers and redemptions, which brokers report in several rows: shares out, shares in, cash.
import { expect, test } from 'vitest'
import { buildBook } from '#engine/portfolio/holdings/book.ts'
import { readBytes, describeActivity, TODAY } from './export-files.ts'

const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
const FIDELITY =
  'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date'
const ROBINHOOD =
  'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
const VANGUARD =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,'
const INTERACTIVE = `Statement,Header,Field Name,Field Value
Statement,Data,Title,Activity Statement
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code`
const TRADING_212 =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),ID'

const CASES: [what: string, header: string, rows: string[], activities: string[]][] = [
  [
    'Schwab: a merger for cash',
    SCHWAB,
    [
      '"03/02/2021","Cash Merger","ACME","ACME CORP","","","","$1,000.00"',
      '"03/02/2021","Cash Merger Adj","ACME","ACME CORP","-100","","",""',
    ],
    ['2021-03-02 sell ACME -100 @ 10, 1000 USD'],
  ],
  [
    'Schwab: a bond that is paid back, its cash a day later',
    SCHWAB,
    [
      '"12/16/2025","Full Redemption Adj","912810SP4","US TREASURY BOND","","","","$10,000.00"',
      '"12/15/2025","Full Redemption","912810SP4","US TREASURY BOND","-10,000","","",""',
    ],
    ['2025-12-15 sell 912810SP4 -10000 @ 1, 10000 USD'],
  ],
  [
    'Schwab: two mergers for cash in one week stay apart',
    SCHWAB,
    [
      '"03/03/2021","Cash Merger","BETA","BETA CORP","","","","$50.00"',
      '"03/03/2021","Cash Merger Adj","BETA","BETA CORP","-5","","",""',
      '"03/02/2021","Cash Merger","ACME","ACME CORP","","","","$1,000.00"',
      '"03/02/2021","Cash Merger Adj","ACME","ACME CORP","-100","","",""',
    ],
    ['2021-03-02 sell ACME -100 @ 10, 1000 USD', '2021-03-03 sell BETA -5 @ 10, 50 USD'],
  ],
  [
    'Schwab: a merger for shares and cash',
    SCHWAB,
    [
      '"03/02/2021","Cash/Stock Merger","ACME","ACME CORP","","","","$20.00"',
      '"03/02/2021","Cash/Stock Merger","NEWCO","NEWCO INC","50","","",""',
      '"03/02/2021","Cash/Stock Merger","ACME","ACME CORP","-100","","",""',
    ],
    ['2021-03-02 sell ACME -100, 20 USD', '2021-03-02 dividend NEWCO 50, 0 USD'],
  ],
  [
    'Schwab: a reorganization for shares and cash, the old shares under their number',
    SCHWAB,
    [
      '"03/12/2024","Mandatory Reorg Exc","NEWCO","NEWCO INC","50","","",""',
      '"03/12/2024","Mandatory Reorg Exc","171439102","ACME CORP XXXMANDATORY REORG","-100","","",""',
      '"03/12/2024","Mandatory Reorg Exc","ACME","ACME CORP","","","","$500.00"',
      '"01/12/2024","Buy","ACME","ACME CORP","100","$10.00","","-$1,000.00"',
    ],
    [
      '2024-01-12 buy ACME 100 @ 10, -1000 USD',
      '2024-03-12 sell ACME -100, 500 USD',
      '2024-03-12 dividend NEWCO 50, 0 USD',
    ],
  ],
  [
    'Schwab: a new name, the old shares under their number',
    SCHWAB,
    [
      '"04/30/2021","Name Change","NEWH","NEWHOLD INC","1,000","","",""',
      '"04/30/2021","Name Change","09070K200","OLDHOLD INC XXXNAME CHANGE EFF: 04/30/21","-1,000","","",""',
      '"01/21/2019","Buy","OLDH","OLDHOLD INC","1,000","$1.00","","-$1,000.00"',
    ],
    [
      '2019-01-21 buy OLDH 1000 @ 1, -1000 USD',
      '2021-04-30 transfer OLDH -1000, 0 USD',
      '2021-04-30 transfer NEWH 1000, 0 USD',
    ],
  ],
  [
    'Fidelity: a merger for cash in one row',
    FIDELITY,
    [
      '05/12/2024,MERGER MER PAYOUT #REOR M0099990030000 ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,,-10,,,,542,',
    ],
    ['2024-05-12 sell ACME -10 @ 54.2, 542 USD'],
  ],
  [
    'Fidelity: a merger for shares, with what they are worth beside them',
    FIDELITY,
    [
      '05/12/2024,MERGER MER FROM 99900Z101#REOR M0099990030001 NEWCO (NEWCO) (Shares),NEWCO,NEWCO INC,Shares,,50,,,,2500,',
      '05/12/2024,MERGER MER PAYOUT #REOR M0099990030000 ACME CORP (ACME) (Shares),ACME,ACME CORP,Shares,,-100,,,,-2500,',
    ],
    ['2024-05-12 transfer ACME -100, 0 USD', '2024-05-12 transfer NEWCO 50, 0 USD'],
  ],
  [
    'Fidelity: shares that are moved bring no money',
    FIDELITY,
    ['07/21/2025,TRANSFER OF ASSETS ACAT RECEIVE (Cash),VOO,VANGUARD S&P 500,Cash,687.87,3,,,,2063.61,'],
    ['2025-07-21 transfer VOO 3 @ 687.87, 0 USD'],
  ],
  [
    'Fidelity: a fraction is paid out',
    FIDELITY,
    ['05/12/2024,IN LIEU OF FRX SHARE LEU PAYOUT ACME CORP (ACME) (Cash),ACME,ACME CORP,Cash,,-0.5,,,,5,'],
    ['2024-05-12 sell ACME -0.5 @ 10, 5 USD'],
  ],
  [
    'Robinhood: a merger for cash',
    ROBINHOOD,
    [
      '10/31/2024,10/31/2024,10/31/2024,ACME,Acme Corp,MRGS,2S,,',
      '10/31/2024,10/31/2024,10/31/2024,ACME,Cash received through merger,MRGC,,,$120.00',
    ],
    ['2024-10-31 sell ACME -2 @ 60, 120 USD'],
  ],
  [
    'Vanguard: a bond that is paid back',
    VANGUARD,
    [
      '12345678,10/03/2024,10/03/2024,Corp Action (Redemption),Redemption,US TREASURY BILL,912797KU0,10000,100,10000,0,10000,0,CASH,',
    ],
    ['2024-10-03 sell 912797KU0 -10000 @ 1, 10000 USD'],
  ],
  [
    'Vanguard: a reverse split in two rows',
    VANGUARD,
    [
      '12345678,09/05/2024,09/05/2024,Stock split,x,ACME CORP,ACME,-80,0,0,0,0,0,CASH,',
      '12345678,09/05/2024,09/05/2024,Stock split,x,ACME CORP,ACME,10,0,0,0,0,0,CASH,',
    ],
    ['2024-09-05 split ACME -70 ×0.125, 0 USD'],
  ],
  [
    'Interactive Brokers: a merger for cash',
    INTERACTIVE,
    [
      'Corporate Actions,Data,Stocks,USD,2024-06-18,"2024-06-17, 20:25:00","ACME(US0000000200) Merged(Acquisition) for USD 25.00 per Share (ACME, ACME CORP, US0000000200)",-10,250,-200,0,',
    ],
    ['2024-06-18 sell ACME -10 @ 25, 250 USD'],
  ],
  [
    'Interactive Brokers: a merger for shares and cash',
    INTERACTIVE,
    ['NEWCO, NEWCO INC, US0000000309)",50,0', 'ACME, ACME CORP, US0000000200)",-100,200'].map(
      (end) =>
        `Corporate Actions,Data,Stocks,USD,2024-06-18,"2024-06-17, 20:25:00","ACME(US0000000200) Cash and Stock Merger (Acquisition) NEWCO 1 for 2 and USD 2.00 per Share (${end},0,0,`,
    ),
    ['2024-06-18 dividend NEWCO 50, 0 USD', '2024-06-18 sell ACME -100, 200 USD'],
  ],
  [
    'Interactive Brokers: a new ISIN isn’t an event',
    INTERACTIVE,
    ['ACME, ACME NEW, US0000000309)",10', 'ACME.OLD, ACME CORP, US0000000200)",-10'].map(
      (end) =>
        `Corporate Actions,Data,Stocks,USD,2024-06-18,"2024-06-17, 20:25:00","ACME(US0000000200) CUSIP/ISIN Change to (US0000000309) (${end},0,0,0,`,
    ),
    [],
  ],
  [
    'Interactive Brokers: shares of a delisted company',
    INTERACTIVE,
    [
      'Corporate Actions,Data,Stocks,USD,2024-06-18,"2024-06-17, 20:25:00","ACME(US0000000200) Delisted (ACME, ACME CORP, US0000000200)",-10,0,0,0,',
    ],
    ['2024-06-18 sell ACME -10 @ 0, 0 USD'],
  ],
  [
    'Interactive Brokers: new shares that are paid for',
    INTERACTIVE,
    [
      'Corporate Actions,Data,Stocks,USD,2024-06-18,"2024-06-17, 20:25:00","ACME(US0000000200) Subscribes to (US0000000309) (ACME, ACME CORP, US0000000309)",10,-100,0,0,',
    ],
    ['2024-06-18 buy ACME 10 @ 10, -100 USD'],
  ],
  [
    'Trading 212: shares taken for cash',
    TRADING_212,
    ['Stock merger,2024-06-18 10:00:00,US0000000200,ACME,Acme Corp,10,20,USD,1.25,,GBP,160.00,GBP,m1'],
    ['2024-06-18 sell ACME -10 @ 16, 160 GBP'],
  ],
]

test.each(CASES)('%s', async (_, header, rows, activities) => {
  const read = await readBytes([header, ...rows, ''].join('\n'))
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity).toSorted()).toEqual(activities.toSorted())
})

test('after a merger for cash no shares are left, and the cash is the sale’s proceeds', async () => {
  const rows = [
    '"03/02/2021","Cash Merger","ACME","ACME CORP","","","","$1,000.00"',
    '"03/02/2021","Cash Merger Adj","ACME","ACME CORP","-100","","",""',
    '"01/04/2021","Buy","ACME","ACME CORP","100","$8.00","","-$800.00"',
    '"01/03/2021","MoneyLink Transfer","","Tfr BANK","","","","$800.00"',
  ]
  const { activities } = await readBytes([SCHWAB, ...rows, ''].join('\n'))
  const { book, issues } = buildBook(activities, { today: TODAY })
  expect(issues).toEqual([])
  expect(book?.holdings.get('ACME')?.quantity.toString()).toBe('0')
  expect(book?.holdings.get('ACME')?.realized?.toString()).toBe('200')
  expect(book?.cash.get('USD')?.toString()).toBe('1000')
})
