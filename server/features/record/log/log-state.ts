// The state of the log for its page: the newest checkpoint and the newest entries.
import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { type LogEntry, type LogState, record } from '#shared/contracts/record.ts'
import type { Trade } from '#engine/log/entry.ts'
import { isOverlap, OVERLAP_MS, readKeys } from './log-keys.ts'
import { lostIn } from '#engine/log/epoch.ts'
import { openNote } from '#engine/log/note.ts'
import { servedCheckpoint } from './served-checkpoint.ts'
import { stampsOf } from './stamp-log.ts'
import { witnessStates } from './witness-states.ts'

const SHOWN = 20

/** The fields of all kinds of entries that the page shows. */
type Entry = {
  kind: z.input<typeof LogEntry>['kind']
  time: string
  trade?: Trade
  opens?: string
  of?: number
  method?: number
}

export function logStateRoute(serve: Serve, deps: Pick<Deps, 'db' | 'config' | 'clock'>): void {
  serve(record.log, () => readState(deps))
}

export async function readState(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
): Promise<z.input<typeof LogState>> {
  const { db } = deps
  const { keys = [], seams = [], first = 0 } = (await readKeys(db, deps.config)) ?? {}
  const [before, key] = [keys.at(-2), keys.at(-1)]
  const log = await db
    .selectFrom('recordLog')
    .select(['startedAt', 'problem', 'auditedAt', 'auditFault'])
    .executeTakeFirst()
  const newest = await servedCheckpoint(deps)
  const problem = log?.auditFault ?? log?.problem ?? null
  if (!key || !log || !newest)
    return { checkpoint: null, seams: [], audit: null, stamps: null, witnesses: [], problem, entries: [] }
  const { origin, size, root } = newest
  const rows = await db
    .selectFrom('recordEntries')
    .select(['index', 'bytes', 'leafHash'])
    .where('index', '<', newest.end)
    .orderBy('index', 'desc')
    .limit(SHOWN)
    .execute()
  const isBoth = before && isOverlap(key, deps.clock.now()) && openNote(newest.note, before.vkey) !== null
  const until = new Date(key.since.getTime() + OVERLAP_MS).toISOString()
  return {
    checkpoint: {
      origin,
      size,
      root: root.toString('base64'),
      at: newest.at.toISOString(),
      vkey: key.vkey,
      previous: isBoth ? { vkey: before.vkey, until } : null,
      startedAt: seams.at(-1)?.time ?? log.startedAt.toISOString(),
    },
    seams: seams
      .filter((seam) => seam.first < newest.end)
      .map((seam) => {
        const { epoch, time, reason } = seam
        return { epoch, at: time, lost: lostIn(seam), reason }
      })
      .toReversed(),
    audit: log.auditedAt && { at: log.auditedAt.toISOString(), fault: log.auditFault },
    stamps: await shownStamps(deps),
    witnesses: (await witnessStates(deps, first)).map((state) => ({
      ...state,
      at: state.at && state.at.toISOString(),
    })),
    problem,
    entries: rows.map(({ index, bytes, leafHash }) => {
      const { kind, time, trade, opens, of, method } = JSON.parse(bytes.toString()) as Entry
      const shown = trade ? { side: trade.side, tickers: trade.tickers } : null
      return {
        index,
        kind,
        time,
        hash: leafHash.toString('hex'),
        trade: shown,
        opens: opens ?? null,
        of: of ?? null,
        method: method ?? null,
      }
    }),
  }
}

async function shownStamps(deps: Pick<Deps, 'db' | 'config'>): Promise<z.input<typeof LogState>['stamps']> {
  const stamps = await stampsOf(deps)
  return (
    stamps && { ...stamps, newest: stamps.newest && { ...stamps.newest, at: stamps.newest.at.toISOString() } }
  )
}
