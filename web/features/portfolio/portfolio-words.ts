// Returns, days and sources as portfolios say them.
import type { Completeness, Trust } from '#shared/contracts/trust.ts'
import { type Account, type Connection, PLAIN_FILE, type Provider } from '#shared/contracts/portfolio.ts'
import { dayText, utcDay } from '#shared/rules/dates.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const CLOCK = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})
const DAY_MS = 86_400_000
const COUNT = new Intl.NumberFormat('en-US')

export const NOT_AVAILABLE = 'Not available'

/** Percentages are drawn with a real minus; on the wire it is a hyphen. */
export const drawn = (percent: string): string => percent.replace('-', '−')

/** The calendar day after a day, both `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** "Jan 12, 2026", of a moment where the reader is. */
export const momentText = (moment: Date): string => MOMENT.format(moment)

/** "Jan 12, 2026, 14:05", where the reader is. */
export const clockText = (moment: Date): string => CLOCK.format(moment)

export const count = (number: number): string => COUNT.format(number)

/** "1 row", "1,200 rows". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`

/** "Incomplete: 3 rows left out". */
export const rowsLeftOutText = (rows: number): string => `Incomplete: ${counted(rows, 'row')} left out`

/** What a record lacks or was made from beside a broker's rows, without any amount. `isOwn`: whether its owner reads it. */
export const completenessNotes = (
  { rowsLeftOut, openingAdded, reconciledTo }: Completeness,
  isOwn: boolean,
): string[] => [
  ...(rowsLeftOut > 0 ? [rowsLeftOutText(rowsLeftOut)] : []),
  ...(openingAdded ? [`Opening positions added by ${isOwn ? 'you' : 'the owner'}`] : []),
  ...(reconciledTo === null ? [] : [`Reconciled with the statement of ${dayText(reconciledTo)}`]),
]

/** "ACME", "ACME and BOLT", "ACME, BOLT and 3 more". */
export function namesText(names: readonly string[], most = 4): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names
  const rest = names.length - shown.length
  const all = rest > 0 ? [...shown, `${count(rest)} more`] : shown
  return [all.slice(0, -1).join(', '), all.at(-1)].filter((part) => part !== '').join(' and ')
}

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
  // Not "a sample account": it may be a real one, valued at sample prices.
  const one = kind === 'sample' ? 'sample data,' : 'an account'
  const several = `${kind === 'sample' ? 'sample data, ' : ''}${counted(accounts, 'account')}`
  const where = brokers === 1 ? broker : counted(brokers, 'broker')
  const since = `${isOne ? 'since' : 'the first since'} ${momentText(at)}`
  const linked = `from ${isOne ? one : several} linked at ${where}${isOne ? '' : ','} ${since}`
  return until ? `${linked}, connected until ${dayText(utcDay(until))}` : linked
}

function fileText({ broker, accounts, at, isMapped }: Trust): string {
  const columns = isMapped ? ', read with columns its owner chose' : ''
  if (accounts > 1)
    return `from ${counted(accounts, 'account')}, the oldest import of ${momentText(at)}${columns}`
  if (broker === PLAIN_FILE) return `from an imported file of ${momentText(at)}${columns}`
  // A name that anybody can type is quoted.
  if (isMapped) return `from a file named “${broker}”, imported ${momentText(at)}${columns}`
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
  return `${counted(accounts.length, 'account')} with ${counted(activities, 'transaction')}`
}
