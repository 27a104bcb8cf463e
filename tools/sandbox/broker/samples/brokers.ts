// The sample brokers in the portal: what each one demonstrates and its accounts.
import type { TradingPlan } from './simulate-day.ts'

export type FailureMode = 'expires' | 'rate-limited' | 'unavailable' | 'syncing' | 'refused'
export type SampleAccount = {
  name: string
  type: string
  /** The account number's last digits. */
  ending: string
  isPaper: boolean
  /** Null for an account without activities. */
  plan: TradingPlan | null
  /** For how many months the broker reports activities; null for all. */
  historyMonths: number | null
}
export type SampleBroker = {
  slug: string
  name: string
  /** Shown next to the name in the portal. */
  label: string
  failureMode: FailureMode | null
  accounts: SampleAccount[]
}

const MIXED = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'COST', 'JNJ', 'JPM', 'KO', 'VTI']
const US: TradingPlan = {
  currency: 'USD',
  tickers: MIXED,
  opening: 12_000,
  monthly: 900,
  buysADay: 0.17,
  largestBuy: 0.6,
  reinvests: ['VTI'],
}
const SMALL: TradingPlan = { ...US, tickers: ['AAPL', 'JNJ', 'VOO', 'KO'], opening: 4_000, monthly: 300 }
/** Trails the index on purpose, so that not every shared portfolio is ahead of it. */
const CANADIAN: TradingPlan = { ...US, currency: 'CAD', tickers: ['ENB.TO', 'XIU.TO'], reinvests: [] }
const DAILY: TradingPlan = { ...US, opening: 30_000, monthly: 4_000, buysADay: 2, largestBuy: 0.08 }
const PAPER: TradingPlan = { ...US, tickers: ['NVDA', 'AMZN', 'GOOGL', 'VOO'], opening: 100_000, monthly: 0 }

const account = (
  name: string,
  ending: string,
  plan: TradingPlan | null,
  more: Partial<SampleAccount> = {},
) => ({
  name,
  type: 'Individual',
  ending,
  isPaper: false,
  plan,
  historyMonths: null,
  ...more,
})

export const BROKERS: SampleBroker[] = [
  {
    slug: 'SAMPLE',
    name: 'Sample Brokerage',
    label: 'Works. One taxable account, about three years of trades.',
    failureMode: null,
    accounts: [account('Individual', '4021', US)],
  },
  {
    slug: 'SAMPLE-NORTH',
    name: 'Sample North',
    label: 'Works. Two accounts: one in Canadian dollars, one in US dollars.',
    failureMode: null,
    accounts: [
      account('TFSA', '7710', CANADIAN, { type: 'TFSA' }),
      account('US Margin', '7711', SMALL, { type: 'Margin' }),
    ],
  },
  {
    slug: 'SAMPLE-BUSY',
    name: 'Sample Day Trader',
    label: 'Works. Trades every day: more than 1,000 activities.',
    failureMode: null,
    accounts: [account('Active Trader', '5150', DAILY)],
  },
  {
    slug: 'SAMPLE-SHORT',
    name: 'Sample Short History',
    label: 'Only reports the last 12 months; some positions are older.',
    failureMode: null,
    accounts: [account('Individual', '3316', US, { historyMonths: 12 })],
  },
  {
    slug: 'SAMPLE-EMPTY',
    name: 'Sample Empty',
    label: 'A new account: no positions, no activities, no cash.',
    failureMode: null,
    accounts: [account('Individual', '0001', null)],
  },
  {
    slug: 'SAMPLE-PAPER',
    name: 'Sample Paper Trading',
    label: 'A paper account: simulated money at the broker.',
    failureMode: null,
    accounts: [account('Paper', '9009', PAPER, { type: 'Paper', isPaper: true })],
  },
  {
    slug: 'SAMPLE-EXPIRES',
    name: 'Sample Expiring Sign-in',
    label: 'Works for 15 seconds, then is disabled until you reconnect.',
    failureMode: 'expires',
    accounts: [account('Individual', '6402', SMALL)],
  },
  {
    slug: 'SAMPLE-LIMITED',
    name: 'Sample Rate Limit',
    label: 'Answers “too many requests” three times, then works.',
    failureMode: 'rate-limited',
    accounts: [account('Individual', '4290', SMALL)],
  },
  {
    slug: 'SAMPLE-DOWN',
    name: 'Sample Maintenance',
    label: 'Unavailable for ten minutes, then works.',
    failureMode: 'unavailable',
    accounts: [account('Individual', '5030', SMALL)],
  },
  {
    slug: 'SAMPLE-SLOW',
    name: 'Sample Slow Sync',
    label: 'Syncs for two minutes, then works.',
    failureMode: 'syncing',
    accounts: [account('Individual', '4250', SMALL)],
  },
  {
    slug: 'SAMPLE-REFUSES',
    name: 'Sample Wrong Password',
    label: 'Refuses the sign-in: nothing is connected.',
    failureMode: 'refused',
    accounts: [],
  },
]

export function brokerOf(slug: string): SampleBroker | undefined {
  return BROKERS.find((broker) => broker.slug === slug)
}
