// The instruments that this server knows by name: the common ones, which every server has, and the provider's list.
import { readFile } from 'node:fs/promises'
import type { Instrument } from '#server/adapters/market/port.ts'
import type { Deps } from '#server/deps.ts'

/** A provider's list changes once a week (fetch-instruments.ts), so copies of the server may lag a little. */
const CACHED_MS = 600_000

const COMMON_FILE = new URL('../adapters/market/common-instruments.csv', import.meta.url)

/** Among equals, shorter symbols first, because people know them better. */
const byLength = (a: Instrument, b: Instrument) =>
  a.symbol.length - b.symbol.length || (a.symbol < b.symbol ? -1 : 1)

async function commonInstruments(): Promise<Instrument[]> {
  const [, ...rows] = (await readFile(COMMON_FILE, 'utf8')).trim().split('\n')
  return rows.map((row) => {
    const comma = row.indexOf(',')
    return { symbol: row.slice(0, comma), name: row.slice(comma + 1) }
  })
}

/** The common instruments under their usual names, then the others from the provider's list. */
async function knownInstruments({ db, market }: Pick<Deps, 'db' | 'market'>): Promise<Instrument[]> {
  const common = (await commonInstruments()).toSorted(byLength)
  if (market.isSample) return common
  const symbols = new Set(common.map(({ symbol }) => symbol))
  const listed = await db.selectFrom('marketInstruments').select(['symbol', 'name']).execute()
  return [...common, ...listed.filter(({ symbol }) => !symbols.has(symbol)).toSorted(byLength)]
}

/**
 * Reads all instruments on the first call, and again when they are older than `CACHED_MS`. `prepare` is called once per
 * instrument. With the 12,000 instruments of a provider, the list takes about 3 MB, but none before the first search.
 */
export function openInstruments<Prepared>(
  deps: Pick<Deps, 'db' | 'market' | 'clock'>,
  prepare: (instrument: Instrument) => Prepared,
): () => Promise<readonly Prepared[]> {
  let cached: { readAtMs: number; list: Promise<Prepared[]> } | undefined
  return () => {
    const nowMs = deps.clock.elapsedMs()
    if (cached && nowMs - cached.readAtMs < CACHED_MS) return cached.list
    const list = knownInstruments(deps).then((instruments) => instruments.map(prepare))
    cached = { readAtMs: nowMs, list }
    // A failed read isn't cached.
    list.catch(() => (cached = undefined))
    return list
  }
}
