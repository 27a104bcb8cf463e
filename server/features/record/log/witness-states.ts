// The state of each of the log's witnesses, for the log's page and the metrics.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/**
 * `size` and `at` belong to the newest checkpoint of the log's epoch that the witness has cosigned. `fault`: why its
 * last request failed.
 */
export type WitnessState = { name: string; size: number | null; at: Date | null; fault: string | null }

/** In the order of the setting. `first`: the number of the epoch's first entry. */
export async function witnessStates(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  first: number,
): Promise<WitnessState[]> {
  if (config.witnesses.length === 0) return []
  const { rows } = await sql<Omit<WitnessState, 'name'> & { vkey: string }>`
    select w.vkey, w.fault, last.size - ${first}::bigint as size, last.at from record_witnesses w
      left join lateral (select size, at from record_cosignatures s where s.vkey = w.vkey and size > ${first}
        order by size desc limit 1) last on true`.execute(db)
  return config.witnesses.map(({ name, vkey }) => {
    const { size = null, at = null, fault = null } = rows.find((row) => row.vkey === vkey) ?? {}
    return { name, size, at, fault }
  })
}
