// The first steps of an import: choosing a file, with instructions for each broker, and the upload progress.
import { formatCount } from '#shared/rules/numbers.ts'
import { type ReactNode, useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { Progress } from '#web/ui/progress.tsx'

const ACCEPTED_TYPES =
  '.csv,.tsv,.txt,.xml,.xlsx,text/csv,text/xml,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type ChooseFileProps = {
  onFile: (file: File) => void
  /** Why the previous file couldn't be read. */
  refusal: string | undefined
  autoFocus: boolean
}

export function ChooseFile({ onFile, refusal, autoFocus }: ChooseFileProps) {
  const [selectionError, setSelectionError] = useState<string>()
  const error = selectionError ?? refusal
  return (
    <>
      {error !== undefined && (
        <Banner tone="loss" role="alert">
          {error}
        </Banner>
      )}
      <DropZone
        label="Choose a file"
        invitation="Drop the file here"
        accept={ACCEPTED_TYPES}
        autoFocus={autoFocus}
        onFiles={([file, ...others]) => {
          if (!file) setSelectionError('This is a folder. Choose the file inside it.')
          else if (others.length > 0) setSelectionError('Choose one file at a time.')
          else onFile(file)
        }}
      >
        Your broker’s export, as CSV, Excel or XML. You can review it before importing.
      </DropZone>
      <div className="grid gap-1">
        <p className="text-small text-pretty text-ink-2">Supported: {SUPPORTED_BROKERS}.</p>
        <Disclosure label="How to get the file">
          <dl className="grid gap-3 text-small">
            {EXPORT_STEPS.map(({ name, steps }) => (
              <div key={name}>
                <dt className="font-strong">{name}</dt>
                <dd className="text-pretty text-ink-2">{steps}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
        <p className="text-caption text-pretty text-ink-3">
          Others see percentages and weights, never amounts, quantities or account numbers.
        </p>
      </div>
    </>
  )
}

type UploadProgressProps = {
  name: string
  /** The uploaded part of the file, from 0 to 1. */
  progress: number
  /** The number of rows found so far; 0 if unknown. */
  rows: number
}

export function UploadProgress({ name, progress, rows }: UploadProgressProps) {
  const isUploaded = progress >= 1
  return (
    <div className="grid gap-3 py-6">
      <div className="flex items-baseline justify-between gap-4">
        <p ref={focusOnMount} tabIndex={-1} className="min-w-0 font-medium outline-none wrap-anywhere">
          {isUploaded ? 'Reading' : 'Uploading'} <bdi>{name}</bdi>
        </p>
        <span aria-hidden="true" className="shrink-0 text-small text-ink-2 tabular-nums">
          {!isUploaded ? `${Math.round(progress * 100)}%` : rows > 0 && `${formatCount(rows)} rows`}
        </span>
      </div>
      <Progress
        label={isUploaded ? 'Reading the file' : 'Uploading the file'}
        share={isUploaded ? undefined : progress}
      />
      <p role="status" className="text-small text-ink-2">
        {isUploaded ? 'Large files can take a moment.' : 'Nothing is imported until you review it.'}
      </p>
    </div>
  )
}

/** The previous step had the focus and is gone, so the new step takes it. */
const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** The introduction of a later step. */
export const StepIntro = ({ children }: { children: ReactNode }) => (
  <p ref={focusOnMount} tabIndex={-1} className="text-pretty text-ink-2 outline-none">
    {children}
  </p>
)

/** How to download the file at each supported broker. */
const EXPORT_STEPS: readonly { name: string; steps: string }[] = [
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
    name: 'Trade Republic',
    steps: 'Profile, Statements, then Transaction export, from the day the account was opened.',
  },
  { name: 'Revolut', steps: 'Invest, More, Documents, Account statement: Excel, over all dates.' },
  {
    name: 'Merrill',
    steps: 'Accounts, then Activity. Choose the longest date range, then Export and CSV.',
  },
  {
    name: 'Webull',
    steps:
      'Account, Orders, History, then the export button. The file has the filled orders, but no deposits and dividends.',
  },
  {
    name: 'E*TRADE',
    steps: 'Accounts, Transactions. Choose the dates, then Download and CSV, a year at a time.',
  },
  { name: 'Wealthsimple', steps: 'Activity, then Download activities: all accounts over all dates, as CSV.' },
  {
    name: 'Coinbase',
    steps: 'Manage account, Statements: a custom statement of all assets and transactions, as CSV.',
  },
  {
    name: 'Morgan Stanley at Work',
    steps: 'Activity, Reports: import both the Releases Report and the Withdrawals Report.',
  },
  {
    name: 'Schwab Equity Awards',
    steps: 'Accounts, History, then Equity Awards: export as CSV, four years at a time.',
  },
  {
    name: 'OFX',
    steps:
      'Most US brokers also offer OFX or QFX, often as "Quicken" or "Web Connect". Choose the longest date range; one of these files has the trades and what you hold at its end.',
  },
  {
    name: 'Any other',
    steps:
      'Any CSV or Excel table with a date in each row: you tell us what its columns mean. Your own CSV file works right away with these headings: date, type, symbol, quantity, price, amount, fee, currency. Types are buy, sell, short, cover, dividend, interest, fee, deposit, withdrawal, split and transfer.',
  },
]

/** "Schwab, Fidelity, …, and any other table as CSV or Excel". */
const SUPPORTED_BROKERS = `${EXPORT_STEPS.slice(0, -1)
  .map(({ name }) => name)
  .join(', ')}, and any other table as CSV or Excel`
