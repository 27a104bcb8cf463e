// The log of signals after a drill: every checkpoint that was signed and published must be a prefix of it.
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { report } from '../bench/report.ts'

type Checkpoint = { size: number; root: string }

/** The longest time for the log's own audit, which is a job. */
const AUDIT_MAX_MS = 30_000

/** Reads `/log/checkpoint` four times a second, like a monitor. `stop` returns the distinct ones. */
export function collectCheckpoints(origin: () => string): { stop(): Promise<Checkpoint[]> } {
  const seen = new Map<string, Checkpoint>()
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const reply = await fetch(`${origin()}/log/checkpoint`, { signal: AbortSignal.timeout(3000) }).catch(
        () => null,
      )
      // c2sp.org/tlog-checkpoint: the log's name, the number of entries, the root.
      const [, size = '', root = ''] = reply?.ok ? (await reply.text()).split('\n') : []
      if (root !== '') seen.set(`${size} ${root}`, { size: Number(size), root })
      await wait(250)
    }
  })()
  return {
    async stop() {
      isOver = true
      await reading
      return [...seen.values()]
    },
  }
}

/**
 * Compares the observed checkpoints with the log, runs the log's own audit, and checks that its times never
 * go back.
 */
export async function reportLog(seen: Checkpoint[], pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ bytes: Buffer }>('select bytes from record_entries order by index')
  const leaves = rows.map(({ bytes }) => sha256(Buffer.of(0), bytes))
  const forked = seen.filter(
    ({ size, root }) => size > leaves.length || rootOf(leaves.slice(0, size)).toString('base64') !== root,
  )
  report.note(`the log has ${rows.length} entries; ${seen.length} checkpoints were seen`)
  report.atLeast('checkpoints seen', seen.length, 1, '')
  report.exactly('checkpoints that the log contradicts', forked.length, 0)
  const unlogged =
    'select from signals g where not exists (select from record_entries e where e.signal_id = g.id)'
  report.exactly('signals missing from the log', (await pool.query(unlogged)).rowCount ?? 0, 0)
  report.note((await audit(pool)) ?? 'the audit of the log found no fault')
}

/** RFC 9162, section 2.1.1, implemented again, because the server's own function may be wrong. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] ?? Buffer.alloc(0)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)))
}

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** Resolves with the fault that the log's own audit finds, or null. */
async function audit(pool: pg.Pool): Promise<string | null> {
  await pool.query(`update record_log set audited_at = null`)
  await pool.query(`select graphile_worker.add_job('self_audit', '{}')`)
  const since = performance.now()
  for (;;) {
    const { rows } = await pool.query<{ at: Date | null; fault: string | null; problem: string | null }>(
      'select audited_at as at, audit_fault as fault, problem from record_log',
    )
    const fault = rows[0]?.fault ?? rows[0]?.problem ?? null
    if (rows[0]?.at) {
      report.exactly('faults that the log finds in itself', fault === null ? 0 : 1, 0)
      return fault
    }
    if (performance.now() - since > AUDIT_MAX_MS) {
      report.exactly('audits of the log that did not finish', 1, 0)
      return fault
    }
    await wait(200)
  }
}
