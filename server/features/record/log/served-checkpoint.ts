// The checkpoint for readers: a recent one, with the witnesses' cosignatures.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { newestCheckpoint } from './log-store.ts'
import { type Checkpoint, parseCheckpoint } from '#engine/log/note.ts'

/** How long a checkpoint waits for its witnesses at most. */
export const WITNESS_MS = 3000
const REMEMBERED_MS = 1000

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>
export type Served = Checkpoint & { note: string; at: Date }

/**
 * The newest checkpoint that is cosigned by all witnesses whose last request succeeded, or that is three seconds old.
 * Null before the first. The sequencer doesn't depend on it and continues from the newest checkpoint.
 */
export async function servedCheckpoint({ db, clock, config }: Needs): Promise<Served | null> {
  if (config.witnesses.length === 0) return await newestCheckpoint(db)
  const vkeys = config.witnesses.map(({ vkey }) => vkey)
  const { rows } = await sql<{ note: string; at: Date; lines: string[] }>`
    select c.note, c.at, array(select line from record_cosignatures s
        where s.size = c.size and s.vkey = any(${vkeys}) order by s.vkey) as lines
      from record_checkpoints c
     where c.at <= ${new Date(clock.now().getTime() - WITNESS_MS)} or c.size <= coalesce((
        select min(coalesce((select max(s.size) from record_cosignatures s where s.vkey = w.vkey), 0))
          from record_witnesses w where w.vkey = any(${vkeys}) and w.fault is null), c.size)
     order by c.size desc limit 1`.execute(db)
  const [row] = rows
  return row ? { ...parseCheckpoint(row.note), note: row.note + row.lines.join(''), at: row.at } : null
}

/**
 * Returns a function that reads the served checkpoint with at least `size` entries, at most once a second if there is
 * one. Readers request many tiles and proofs in a row, and older checkpoints stay valid.
 */
export function rememberCheckpoint(deps: Needs) {
  const { clock } = deps
  let known: Served | null = null
  let knownAtMs = Number.NEGATIVE_INFINITY
  return async (size: number) => {
    const isKnown = known && known.size >= size && clock.elapsedMs() - knownAtMs < REMEMBERED_MS
    if (isKnown) return known
    known = await servedCheckpoint(deps)
    knownAtMs = clock.elapsedMs()
    return known
  }
}
