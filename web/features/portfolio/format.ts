// Formats the counts, dates, names and labels of a portfolio for display.
import type { Account, Connection, Provider } from '#shared/contracts/portfolio-accounts.ts'
import type { AppliedAction } from '#shared/contracts/import-preview.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'

const DAY_MS = 86_400_000

export const NOT_AVAILABLE = 'Not available'

/** The next calendar day; both are `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** "1 row", "1,200 rows". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${formatCount(number)} ${number === 1 ? one : many}`

/** "$3,954.40", "€12.00". */
export const amountIn = (currency: string, amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)

/** "ACME", "ACME and BOLT", "ACME, BOLT and 3 more". */
export function namesText(names: readonly string[], max = 4): string {
  const shown = names.length > max ? names.slice(0, max - 1) : names
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, `${formatCount(rest)} more`] : shown
  return [all.slice(0, -1).join(', '), all.at(-1)].filter((part) => part !== '').join(' and ')
}

/** "12 buys". */
export function activityCountText(type: string, times: number): string {
  const [one, many] = ACTIVITY_NAMES[type] ?? [type, type]
  return counted(times, one, many)
}

const ACTIVITY_NAMES: Record<string, [one: string, many: string]> = {
  buy: ['buy', 'buys'],
  sell: ['sell', 'sells'],
  dividend: ['dividend', 'dividends'],
  interest: ['interest payment', 'interest payments'],
  fee: ['fee', 'fees'],
  deposit: ['deposit', 'deposits'],
  withdrawal: ['withdrawal', 'withdrawals'],
  split: ['split', 'splits'],
  transfer: ['transfer of shares', 'transfers of shares'],
  // Between currencies or accounts.
  cash_transfer: ['transfer of cash', 'transfers of cash'],
}

export const ACCOUNT_SOURCE_LABELS: Record<Account['source'], string> = {
  file: 'Imported file',
  snaptrade: 'Linked',
  plaid: 'Linked',
  sample: 'Sample broker',
}

/** "Schwab ••1234". */
export const accountName = ({ broker, label }: Pick<Account, 'broker' | 'label'>): string =>
  label === null ? broker : `${broker} ${label}`

/** Whether every account of a connection holds paper money only. */
export function isPaperOnly({ id }: Connection, accounts: readonly Account[]): boolean {
  const own = accounts.filter(({ connectionId }) => connectionId === id)
  return own.length > 0 && own.every(({ isPaper }) => isPaper)
}

/** The name of the provider, for use inside a sentence. */
export const providerName = ({ name, isSample }: Provider): string =>
  isSample ? 'the sample broker' : PROVIDER_NAMES[name]

const PROVIDER_NAMES: Record<Provider['name'], string> = { snaptrade: 'SnapTrade', plaid: 'Plaid' }

/** The label of the connect button; says so if the sample broker is the only one available. */
export const connectLabel = (providers: readonly Provider[]): string =>
  providers.every(({ isSample }) => isSample) ? 'Connect sample broker' : 'Connect broker'

/** "2 accounts with 312 transactions". */
export function accountsText(accounts: readonly Account[]): string {
  const activities = accounts.reduce((sum, account) => sum + account.activities, 0)
  return `${counted(accounts.length, 'account')} with ${counted(activities, 'transaction')}`
}

/** "FB became META on Jun 9, 2022". */
export function corporateActionText({ kind, day, symbol, newSymbol, ratio, cash }: AppliedAction): string {
  const on = `on ${dayText(day)}`
  const shares = `${SHARES.format(ratio ?? 0)} ${newSymbol ?? ''}`
  const paid = cash === null ? [] : [amountIn('USD', cash)]
  if (kind === 'rename') return `${symbol} became ${newSymbol ?? ''} ${on}`
  if (kind === 'spin_off') return `Each ${symbol} brought ${shares} ${on}`
  return `Each ${symbol} became ${[...(newSymbol === null ? [] : [shares]), ...paid].join(' and ')} ${on}`
}

const SHARES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
