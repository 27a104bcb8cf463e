// Requests cosignatures of the newest checkpoint from each witness, independently of each other and of the sequencer.
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Witness } from '#server/witness-settings.ts'
import { cosign, WitnessError } from './cosign.ts'
import { newestCheckpoint } from './log-store.ts'
import { WITNESS_MS } from './served-checkpoint.ts'

const POLL_MS = 1000
/** How long other copies of the server don't send the same request. Longer than a request takes. */
const LEASE_MS = WITNESS_MS + 2000
/** The pause after a failure. */
const PAUSE_MS = 30_000
/** Older cosignatures, and checkpoints that were served with them, aren't needed. */
const KEPT_MS = 60_000

type Needs = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

export type Witnesses = {
  /** Sends the requests at once. Call it after a checkpoint was signed. */
  wake(): void
  stop(): Promise<void>
}

export function startWitnesses(deps: Needs, pollMs = POLL_MS): Witnesses {
  const loops = deps.config.witnesses.map((witness) => startLoop(() => askWitness(deps, witness), pollMs))
  return {
    wake: () => loops.forEach((loop) => loop.wake()),
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
  }
}

/**
 * Requests the witness's cosignature of the newest checkpoint, unless it has it, failed recently, or another
 * copy does.
 */
export async function askWitness(deps: Needs, witness: Witness): Promise<void> {
  const { db, clock, log } = deps
  const { vkey, name } = witness
  const newest = await newestCheckpoint(db)
  if (!newest) return
  const now = clock.now()
  const last = await db
    .selectFrom('recordCosignatures')
    .select((eb) => eb.fn.max('size').as('size'))
    .where('vkey', '=', vkey)
    .executeTakeFirst()
  const first = newest.end - newest.size
  // To a witness, another epoch is another log.
  const known = Math.max((last?.size ?? 0) - first, 0)
  if (known >= newest.size) return
  // The log doesn't wait for a witness that has never cosigned.
  await db
    .insertInto('recordWitnesses')
    .values({ vkey, fault: 'was not asked yet', nextAt: now })
    .onConflict((conflict) => conflict.column('vkey').doNothing())
    .execute()
  const claimed = await db
    .updateTable('recordWitnesses')
    .set({ nextAt: new Date(now.getTime() + LEASE_MS) })
    .where('vkey', '=', vkey)
    .where('nextAt', '<=', now)
    .returning('fault')
    .executeTakeFirst()
  if (!claimed) return
  const say = (fault: string | null, pauseMs: number) =>
    db
      .updateTable('recordWitnesses')
      .set({ fault, nextAt: new Date(clock.now().getTime() + pauseMs) })
      .where('vkey', '=', vkey)
      .execute()
  try {
    const signal = AbortSignal.timeout(WITNESS_MS)
    const line = await cosign(db, witness, { note: newest.note, known, signal })
    await keepCosignature(deps, { vkey, size: newest.end, line })
    await say(null, 0)
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error
    if (error.message !== claimed.fault)
      log.warn({ event: 'witness_failed', witness: name, error: error.message }, 'a witness doesn’t cosign')
    await say(error.message, PAUSE_MS)
  }
}

async function keepCosignature(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  { vkey, size, line }: { vkey: string; size: number; line: string },
): Promise<void> {
  const at = clock.now()
  await db
    .insertInto('recordCosignatures')
    .values({ vkey, size, line, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`delete from record_cosignatures where vkey = ${vkey} and size < (select max(size) from record_cosignatures
    where vkey = ${vkey} and at < ${new Date(at.getTime() - KEPT_MS)})`.execute(db)
}

/** Repeats `work`. It only fails if the database does, and that is temporary. */
function startLoop(work: () => Promise<void>, pollMs: number) {
  let stopped = false
  let isTriggered = false
  let endPause = () => {}
  async function run(): Promise<void> {
    while (!stopped) {
      isTriggered = false
      await work().catch(() => undefined)
      if (!stopped && !isTriggered)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          endPause = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  }
  const running = run()
  const wake = () => {
    isTriggered = true
    endPause()
  }
  return {
    wake,
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
