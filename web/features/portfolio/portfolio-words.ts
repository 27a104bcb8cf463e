// Returns, days and sources as portfolios say them.
import { type Account, type Connection, PLAIN_FILE, type Provider } from '#shared/contracts/portfolio.ts'
import type { Trust } from '#shared/contracts/trust.ts'
import { dayOfInstant, dayText } from '#shared/rules/dates.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const CLOCK = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})
const COUNT = new Intl.NumberFormat('en-US')

export const NOT_AVAILABLE = 'Not available'

/** Percentages are drawn with a real minus; on the wire it is a hyphen. */
export const drawn = (percent: string): string => percent.replace('-', '−')

/** "Jan 12, 2026", of a moment where the reader is. */
export const momentText = (moment: Date): string => MOMENT.format(moment)

/** "Jan 12, 2026, 14:05", where the reader is. */
export const clockText = (moment: Date): string => CLOCK.format(moment)

export const count = (number: number): string => COUNT.format(number)

/** "1 row", "1,200 rows". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

/** How often something happened, in the words of what happened: "12 buys". */
export function kindText(kind: string, times: number): string {
  const [one, many] = KINDS[kind] ?? [kind, kind]
  return counted(times, one, many)
}

const KINDS: Record<string, [one: string, many: string]> = {
  buy: ['buy', 'buys'],
  sell: ['sell', 'sells'],
  dividend: ['dividend', 'dividends'],
  interest: ['interest payment', 'interest payments'],
  fee: ['fee', 'fees'],
  deposit: ['deposit', 'deposits'],
  withdrawal: ['withdrawal', 'withdrawals'],
  split: ['split', 'splits'],
  transfer: ['transfer of shares', 'transfers of shares'],
}

/** Where figures come from, as the end of a sentence. */
export function sourceText(trust: Trust): string {
  if (trust.isLinked) return linkedText(trust)
  return trust.kind === 'sample' ? `${fileText(trust)}, with sample prices` : fileText(trust)
}

function linkedText({ kind, broker, accounts, brokers, at, until }: Trust): string {
  const isOne = accounts === 1
  // Not "a sample account": it may be a real one, valued with made-up prices.
  const one = kind === 'sample' ? 'sample data,' : 'an account'
  const several = `${kind === 'sample' ? 'sample data, ' : ''}${counted(accounts, 'account')}`
  const where = brokers === 1 ? broker : counted(brokers, 'broker')
  const since = `${isOne ? 'since' : 'the first since'} ${momentText(at)}`
  const linked = `from ${isOne ? one : several} linked at ${where}${isOne ? '' : ','} ${since}`
  return until ? `${linked}, connected until ${dayText(dayOfInstant(until))}` : linked
}

function fileText({ broker, accounts, at }: Trust): string {
  if (accounts > 1) return `from ${counted(accounts, 'account')}, the oldest import of ${momentText(at)}`
  if (broker === PLAIN_FILE) return `from an imported file of ${momentText(at)}`
  return `from a file of ${broker}, imported ${momentText(at)}`
}

export const SOURCES: Record<Account['source'], string> = {
  file: 'Imported file',
  snaptrade: 'Linked',
  plaid: 'Linked',
  sample: 'Sample data',
}

/** "Schwab ••1234". */
export const accountName = ({ broker, label }: Pick<Account, 'broker' | 'label'>): string =>
  label === null ? broker : `${broker} ${label}`

/** Whether nothing is read over a connection but play money. */
export function isPaperOnly({ id }: Connection, accounts: readonly Account[]): boolean {
  const own = accounts.filter(({ connectionId }) => connectionId === id)
  return own.length > 0 && own.every(({ isPaper }) => isPaper)
}

/** Who reaches the broker. */
export const providerName = ({ name, isSample }: Provider): string =>
  isSample ? 'the sample broker' : PROVIDERS[name]

const PROVIDERS: Record<Provider['name'], string> = { snaptrade: 'SnapTrade', plaid: 'Plaid' }

/** What the ways to connect are called; honest where there is nothing but a sample. */
export const connectWords = (providers: readonly Provider[]): string =>
  providers.every(({ isSample }) => isSample) ? 'Connect sample broker' : 'Connect broker'

/** "2 accounts with 312 activities". */
export function accountsText(accounts: readonly Account[]): string {
  const activities = accounts.reduce((sum, account) => sum + account.activities, 0)
  return `${counted(accounts.length, 'account')} with ${counted(activities, 'activity', 'activities')}`
}
