// The brokers whose files are understood, and where in each of them the file is to be had.

export const BROKERS: readonly { name: string; steps: string }[] = [
  {
    name: 'Schwab',
    steps:
      'Accounts, then Transaction History. Choose the account and "All" as date range, then Export and CSV.',
  },
  {
    name: 'Fidelity',
    steps:
      'Accounts & Trade, then Activity & Orders. Choose the account and the dates, then Download as CSV.',
  },
  {
    name: 'Interactive Brokers',
    steps:
      'Performance & Reports. Either Statements: an Activity statement over all dates, as CSV. Or Flex Queries: an Activity query with Trades and Cash Transactions, as XML.',
  },
  {
    name: 'Robinhood',
    steps:
      'Account, Reports and statements, then Reports: generate one of all your activity, and download the CSV.',
  },
  {
    name: 'Trading 212',
    steps:
      'Menu, History, then the export button. Choose the dates and include orders, dividends, deposits and interest.',
  },
  {
    name: 'DEGIRO',
    steps: 'Inbox, Account statement. Choose the dates from the start, then Export and CSV.',
  },
  {
    name: 'eToro',
    steps: 'Settings, Account, Account statement. Choose the dates from the start, and download it as Excel.',
  },
  {
    name: 'Vanguard',
    steps:
      'Activity, then Download transactions. Choose a spreadsheet-compatible CSV file and the longest date range available.',
  },
  { name: 'Freetrade', steps: 'Activity, then the export button: the whole activity feed as CSV.' },
  {
    name: 'Any other',
    steps:
      'Any CSV or Excel table with a date in each row: you tell us what its columns mean. Your own CSV file works right away with these headings: date, type, symbol, quantity, price, amount, fee, currency. Types are buy, sell, short, cover, dividend, interest, fee, deposit, withdrawal, split and transfer.',
  },
]

/** "Schwab, Fidelity, … and any other table as CSV or Excel". */
export const SUPPORTED = `${BROKERS.slice(0, -1)
  .map(({ name }) => name)
  .join(', ')}, and any other table as CSV or Excel`
