// A log continued after a restore from an older backup: what it serves, and what readers, self-audit and witness see.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATOR } from '#server/audit/origin.ts'
import { readConfig } from '#server/config.ts'
import { continueLog, planContinuation } from '#server/features/record/log/continue-log.ts'
import { selfAudit } from '#server/features/record/log/self-audit.ts'
import { witnessStates } from '#server/features/record/log/witness-states.ts'
import { askWitness } from '#server/features/record/log/witnesses.ts'
import { parseCheckpoint } from '#engine/log/note.ts'
import { record } from '#shared/contracts/record.ts'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import { asOwner } from '#test/database.ts'
import { scratchRoot } from '#test/scratch.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { startWitness } from '#test/witness.ts'
import { KEPT, LOST, openRestoredLog, REASON, type RestoredLog } from './restored-log.ts'
import { hasPython, runPython } from './run-python.ts'

let log: RestoredLog
beforeAll(async () => {
  log = await openRestoredLog()
  await goOn(REASON)
  await log.post('After it')
  await log.published(3, `${log.name}/2`)
}, 5 * WAIT_TIMEOUT_MS)
afterAll(() => log.close())

async function goOn(reason: string): Promise<void> {
  const plan = await planContinuation(log.server.deps)
  await continueLog({ ...log.server.deps, by: OPERATOR }, { reason, plan })
}

describe('restored once', () => {
  test('the first entry has the last checkpoint, and numbers continue after the lost ones', async () => {
    const { entries, seams, checkpoint } = await log.server.visitor().call(record.log)
    const at = expect.any(Date) as unknown
    expect(seams).toEqual([{ epoch: 2, at, lost: { from: KEPT, to: KEPT + LOST - 1 }, reason: REASON }])
    expect(checkpoint).toMatchObject({ origin: `${log.name}/2`, size: 3 })
    expect(entries.slice(0, 4).map(({ index, kind }) => [index, kind])).toEqual([
      [KEPT + LOST + 2, 'signal'],
      [KEPT + LOST + 1, 'signal'],
      [KEPT + LOST, 'continues'],
      [KEPT - 1, expect.any(String)],
    ])
    const { rows } = await log.server.deps.pool.query<{ bytes: Buffer }>(
      `select bytes from record_entries where kind = 'continues'`,
    )
    const [vkey = ''] = (await log.text('/log/vkey')).split('\n')
    expect(JSON.parse(rows[0]?.bytes.toString() ?? '')).toEqual({
      v: 1,
      kind: 'continues',
      time: expect.any(String) as unknown,
      epoch: 2,
      kept: KEPT,
      last: log.late,
      reason: REASON,
      size: KEPT + LOST,
      vkey,
    })
  })

  test('the earlier tree is still served, at the addresses that caches keep and under its number', async () => {
    expect(await log.text('/log/1/checkpoint')).toBe(log.early)
    expect(await log.text('/log/2/checkpoint')).toBe(await log.text('/log/checkpoint'))
    const status = async (path: string) => (await log.server.visitor().fetch(path)).status
    const found = [
      '/log/1/tile/0/000',
      `/log/1/tile/0/001.p/${KEPT - 256}`,
      '/log/1/tile/1/000.p/1',
      '/log/1/tile/entries/000',
      '/log/tile/0/000',
      '/log/tile/entries/000',
      '/log/2/tile/0/000.p/3',
      `/log/proofs/0.tlog-proof`,
      `/log/proofs/${KEPT - 1}.tlog-proof`,
      `/log/proofs/${KEPT + LOST}.tlog-proof`,
    ]
    expect(await Promise.all(found.map(status))).toEqual(found.map(() => 200))
    const none = [
      `/log/1/tile/0/001.p/${KEPT - 255}`,
      `/log/tile/0/001.p/${KEPT - 255}`,
      '/log/2/tile/0/000.p/4',
      '/log/3/checkpoint',
      '/log/0/checkpoint',
      '/log/01/tile/0/000',
      ...[KEPT, KEPT + LOST - 1, KEPT + LOST + 3].map((lost) => `/log/proofs/${lost}.tlog-proof`),
    ]
    expect(await Promise.all(none.map(status))).toEqual(none.map(() => 404))
  })

  test('the self-audit checks both trees from the first entry on', async () => {
    await asOwner(log.database, 'update record_log set audited_size = 0')
    await selfAudit(log.server.deps)
    const state = await log.server.deps.db
      .selectFrom('recordLog')
      .select(['auditedSize', 'auditFault'])
      .execute()
    expect(state).toEqual([{ auditedSize: KEPT + LOST + 3, auditFault: null }])
  })

  test('a witness is sent the new epoch as another log, and the page says that it hasn’t signed it', async () => {
    const { deps } = log.server
    const witness = await startWitness(
      'one.test/witness',
      async () => (await log.text('/log/vkey')).split('\n')[0] ?? '',
    )
    const config = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: log.database.url,
      SESSION_SECRET: deps.config.sessionSecret,
      WITNESSES: witness.setting,
    })
    const asking = { ...deps, config: { ...deps.config, witnesses: config.witnesses } }
    const [{ vkey } = { vkey: '' }] = config.witnesses
    await deps.db
      .insertInto('recordWitnesses')
      .values({ vkey, fault: null, nextAt: new Date(0) })
      .execute()
    // It signed the earlier tree.
    await deps.db
      .insertInto('recordCosignatures')
      .values({ vkey, size: KEPT, line: 'line', at: new Date(0) })
      .execute()
    const first = KEPT + LOST
    expect(await witnessStates(asking, first)).toMatchObject([{ size: null, at: null }])
    for (const one of config.witnesses) await askWitness(asking, one)
    expect(witness.asked).toEqual(['old 0'])
    const { size } = parseCheckpoint(await log.text('/log/checkpoint'))
    expect(await witnessStates(asking, first)).toMatchObject([{ size, fault: null }])
    await log.post('For the witness')
    await log.published(size + 1, `${log.name}/2`)
    for (const one of config.witnesses) await askWitness(asking, one)
    expect(witness.asked).toEqual(['old 0', `old ${size}`])
    witness.close()
  })

  test('the browser checks signals of both epochs, and names the lost ones', async () => {
    const realFetch = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(log.server.origin + path, init))
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    const lost = `Entries ${KEPT} to ${KEPT + LOST - 1} were lost`
    for (const id of [log.keptId, log.waitedId]) {
      const found = await checkSignal(id, Date.now())
      const checks = found.found ? found.checks : []
      expect(checks.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'none', 'ok'])
      expect(checks.at(-1)?.detail).toBe(`${lost}. The reason: ${REASON}`)
    }
    expect(await checkSignal(log.lostId, Date.now())).toMatchObject({
      found: false,
      lost: [expect.stringContaining(lost) as unknown],
    })
    vi.unstubAllGlobals()
  })

  test.skipIf(!hasPython)('verify-record.py checks both epochs too, with every entry', async () => {
    const folder = await mkdtemp(join(await scratchRoot(), 'signalpost-epochs-'))
    for (const id of [log.keptId, log.waitedId]) {
      const { code, output } = await runPython(folder, log.server.origin, id)
      expect(output).toContain(`entries ${KEPT} to ${KEPT + LOST - 1} were lost: '${REASON}'`)
      expect(output).toContain('its text is the one that the entry commits to')
      expect(output).toContain(`1 continues`)
      expect(code).toBe(0)
    }
    expect((await runPython(folder, log.server.origin, log.lostId)).output).toContain(
      'FAULT  the log has no such signal',
    )
    await rm(folder, { recursive: true, force: true })
  })
})

describe('restored a second time, after a change of the key', () => {
  let firstWaitedId: string
  let secondId: string
  beforeAll(async () => {
    await log.restart({ logKey: Buffer.alloc(32, 3), logKeyPrevious: log.server.deps.config.logKey })
    firstWaitedId = log.waitedId
    secondId = await log.post('Before the second backup')
    // The tree also has the entry that names the key.
    const size = await sizeWith(secondId)
    await log.loseAgain(async () => {
      await log.post('Lost again')
      await log.published(size + 1, `${log.name}/2`)
    })
    await goOn('Again')
    await log.published(2, `${log.name}/3`)
  }, 4 * WAIT_TIMEOUT_MS)

  /** The size of the newest tree once it has the signal and is published. */
  async function sizeWith(id: string): Promise<number> {
    const isLogged = async () =>
      (JSON.parse(await log.text(`/log/signals/${id}`)) as { index: number | null }).index !== null
    await vi.waitUntil(isLogged, { timeout: WAIT_TIMEOUT_MS })
    const hasKey = async () =>
      (await log.server.deps.pool.query(`select from record_entries where kind = 'key'`)).rowCount === 1
    await vi.waitUntil(hasKey, { timeout: WAIT_TIMEOUT_MS })
    const { size } = parseCheckpoint(await log.text('/log/checkpoint'))
    await log.published(size, `${log.name}/2`)
    return size
  }

  test('the log has three epochs, each with its keys', async () => {
    const { seams, checkpoint } = await log.server.visitor().call(record.log)
    expect(seams.map(({ epoch, reason }) => [epoch, reason])).toEqual([
      [3, 'Again'],
      [2, REASON],
    ])
    expect(checkpoint?.origin).toBe(`${log.name}/3`)
    const keys = (await log.text('/log/vkey')).trim().split('\n')
    expect(keys.map((vkey) => vkey.split('+')[0])).toEqual([
      `${log.name}/3`,
      `${log.name}/2`,
      `${log.name}/2`,
      log.name,
    ])
    await asOwner(log.database, 'update record_log set audited_size = 0')
    await selfAudit(log.server.deps)
    expect(await log.problem()).toBeNull()
  })

  test('signals of all three epochs verify in the browser and in Python', async () => {
    const realFetch = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(log.server.origin + path, init))
    // This reader knows the log from before both restores, and only its first key.
    const seen = {
      note: log.early,
      vkey: (await log.text('/log/vkey')).trim().split('\n').at(-1),
      at: Date.now(),
    }
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(seen), setItem: () => undefined })
    const ids = [log.keptId, firstWaitedId, secondId, log.waitedId]
    for (const id of ids) {
      const found = await checkSignal(id, Date.now())
      const states = found.found ? found.checks.map(({ state }) => state) : []
      expect(states).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
    }
    vi.unstubAllGlobals()
    if (!hasPython) return
    const folder = await mkdtemp(join(await scratchRoot(), 'signalpost-epochs-'))
    for (const id of ids) {
      const { code, output } = await runPython(folder, log.server.origin, id)
      expect(output).toContain('2 continues')
      expect(code).toBe(0)
    }
    await rm(folder, { recursive: true, force: true })
  })
})
