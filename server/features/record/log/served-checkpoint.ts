// The checkpoint for readers: a recent one, with the witnesses' cosignatures.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { newestCheckpoint, type StoredCheckpoint } from './log-store.ts'
import { parseCheckpoint } from '#engine/log/note.ts'

/** The longest time that a checkpoint waits for its witnesses. */
export const WITNESS_MS = 3000
const REMEMBERED_MS = 1000

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/**
 * The newest checkpoint that is cosigned by all witnesses whose last request succeeded, or that is three seconds old.
 * Null before the first. The sequencer doesn't depend on it and continues from the newest checkpoint.
 */
export async function servedCheckpoint({ db, clock, config }: Needs): Promise<StoredCheckpoint | null> {
  if (config.witnesses.length === 0) return await newestCheckpoint(db)
  const vkeys = config.witnesses.map(({ vkey }) => vkey)
  const { rows } = await sql<{ note: string; at: Date; end: number; lines: string[] }>`
    select c.note, c.at, c.size as end, array(select line from record_cosignatures s
        where s.size = c.size and s.vkey = any(${vkeys}) order by s.vkey) as lines
      from record_checkpoints c
     where c.at <= ${new Date(clock.now().getTime() - WITNESS_MS)} or c.size <= coalesce((
        select min(coalesce((select max(s.size) from record_cosignatures s where s.vkey = w.vkey), 0))
          from record_witnesses w where w.vkey = any(${vkeys}) and w.fault is null), c.size)
     order by c.size desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return null
  const { note, at, end, lines } = row
  return { ...parseCheckpoint(note), note: note + lines.join(''), at, end }
}

/**
 * Returns a function that reads the served checkpoint, at most once a second while the known one is `enough`. Readers
 * request many tiles and proofs in a row, and older checkpoints stay valid.
 */
export function rememberCheckpoint(deps: Needs) {
  const { clock } = deps
  let known: StoredCheckpoint | null = null
  let knownAtMs = Number.NEGATIVE_INFINITY
  return async (enough: (checkpoint: StoredCheckpoint) => boolean) => {
    const isKnown = known && enough(known) && clock.elapsedMs() - knownAtMs < REMEMBERED_MS
    if (isKnown) return known
    known = await servedCheckpoint(deps)
    knownAtMs = clock.elapsedMs()
    return known
  }
}
