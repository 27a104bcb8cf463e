// The database's disk fills up under load: writes are refused clearly, and everything works once there is space again.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../bench/report.ts'
import { CannotRun, type Drill } from './drill.ts'
import { Ledger, reportLedger } from './ledger.ts'
import { openStage, signInPeople } from './stage.ts'
import { send, startTraffic } from './traffic.ts'

/** Enough space for PostgreSQL and the writes during the drill. */
const DISK_MB = 600
/** How long the disk is full, and how long the product runs before and after. */
const FULL_MS = 6000
const PAUSE_MS = 3000
/** How long PostgreSQL may take to start and recover, and the product to notice it. */
const BACK_WITHIN_S = 10

export const diskFull: Drill = async ({ seconds }) => {
  const disk = await mountSmallDisk()
  try {
    await fillAndFree(disk, seconds)
  } finally {
    spawnSync('umount', ['--lazy', disk])
    await rmdir(disk)
  }
}

async function mountSmallDisk(): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'signalpost-disk-'))
  const mounting = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', disk])
  if (mounting.status === 0) return disk
  await rmdir(disk)
  throw new CannotRun('This drill mounts a small disk, which needs root on Linux')
}

async function fillAndFree(disk: string, seconds: number): Promise<void> {
  const stage = await openStage(disk)
  const filler = join(disk, 'filler')
  try {
    const product = await stage.stripe.startProduct()
    const people = await signInPeople(stage, product)
    const ledger = new Ledger()
    const origin = () => product.origin
    const traffic = startTraffic(origin, { people, stripeUrl: stage.stripe.url, ledger, seconds })
    await wait(PAUSE_MS)
    const found: Record<string, number> = {}
    const unclear: string[] = []
    const until = performance.now() + FULL_MS
    while (performance.now() < until) {
      fill(filler)
      const content = `Written to a full disk at ${performance.now()}`
      const answer = await send(product.origin, '/api/signals', people.paid, { content })
      const status = answer === null ? 'no answer' : String(answer.status)
      found[status] = (found[status] ?? 0) + 1
      if (status !== '201' && !(status === '503' && answer?.hasRetryAfter)) unclear.push(status)
      await wait(50)
    }
    rmSync(filler)
    const since = performance.now()
    const isUp = await stage.pool.query('select').then(
      () => true,
      () => false,
    )
    // PostgreSQL exits if there is no space for its WAL. A supervisor such as systemd restarts it.
    if (!isUp) await stage.database.restart()
    report.note(`PostgreSQL ${isUp ? 'kept running' : 'exited and was restarted'}`)
    while (
      (await send(product.origin, '/api/signals', people.paid, { content: 'There is space again' }))
        ?.status !== 201
    )
      await wait(50)
    const backAfter = (performance.now() - since) / 1000
    await wait(PAUSE_MS)
    await traffic.stop()
    const counts = Object.entries(found).map(([status, count]) => `${count} times ${status}`)
    report.note(`posts on a full disk: ${counts.join(', ')}`)
    report.atLeast('posts refused for the full disk', found['503'] ?? 0, 1, '')
    report.exactly('posts without a 201, or a 503 with Retry-After', unclear.length, 0)
    report.atMost('a post works again after', backAfter, BACK_WITHIN_S, ' s')
    report.exactly('restarts of the server needed', product.process.exitCode === null ? 0 : 1, 0)
    await reportLedger(ledger, stage.pool, stage.stripe.stripe)
  } finally {
    rmSync(filler, { force: true })
    await stage.close()
  }
}

/** Fills all remaining space, to the last kilobyte. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (const size of [1024 * 1024, 1024]) {
      const bytes = Buffer.alloc(size)
      while (writes(descriptor, bytes));
    }
  } finally {
    closeSync(descriptor)
  }
}

function writes(descriptor: number, bytes: Buffer): boolean {
  try {
    return writeSync(descriptor, bytes) === bytes.length
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOSPC') return false
    throw error
  }
}
