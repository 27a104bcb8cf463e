// An authority stamps the log once a day over HTTP, a failure doesn't stop the log, and openssl checks the stamp.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stampLog, stampTime } from '#server/features/record/log/stamp-log.ts'
import { record } from '#shared/contracts/record.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { asOwner } from '#test/database.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import {
  AUTHORITY_CERTIFICATE,
  stampReply,
  startAuthority,
  type TimeStampAuthority,
} from '#test/time-stamp-authority.ts'

const DAY_MS = 86_400_000
let clock: ReturnType<typeof settableClock>
let authority: TimeStampAuthority
let server: TestServer
/** The day of Ada's first signal, which is over. */
let day: string

beforeEach(async () => {
  clock = settableClock()
  authority = await startAuthority(() => clock.now())
  server = await startServer({ clock, settings: { TSA_URL: authority.url } })
  await buildPeople(server.deps, { ada: creator({}) })
  await post('Yesterday')
  day = clock.now().toISOString().slice(0, 10)
  clock.pass(DAY_MS)
})
afterEach(async () => {
  await server.stop()
  authority.close()
})

async function post(content: string): Promise<void> {
  const ada = await server.signIn('ada')
  const { id } = await ada.call(signals.post, { body: { content, signalType: 'buy', tickers: ['NVDA'] } })
  const index = async () =>
    ((await (await get(`/log/signals/${id}`)).json()) as { index: number | null }).index
  await expect.poll(index).not.toBeNull()
}
const get = (path: string) => server.visitor().fetch(path)
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
const days = async () => (await (await get('/log/days')).json()) as { day: string; stamped: boolean }[]
const state = () => server.visitor().call(record.log)
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

test.each([
  ['before 15:50 in New York', '2026-11-24T20:49:59Z', '2026-11-24T00:00:00.000Z'],
  ['from 15:50 on', '2026-11-24T20:50:00Z', '2026-11-24T20:50:00.000Z'],
  ['in summer', '2026-07-01T19:55:00Z', '2026-07-01T19:50:00.000Z'],
  ['on a half day', '2026-11-27T18:00:00Z', '2026-11-27T17:50:00.000Z'],
  ['on a holiday', '2026-11-26T22:00:00Z', '2026-11-26T00:00:00.000Z'],
])('a stamp is due after each day and before each close: %s', (_when, now, due) => {
  expect(stampTime(new Date(now)).toISOString()).toBe(due)
})

test('the last checkpoint of a day is stamped once the day is over', async () => {
  expect(await state()).toMatchObject({ stamps: { newest: null, fault: null } })
  expect((await get(`/log/days/${day}.tsr`)).status).toBe(404)
  await post('Today')
  const path = `/log/days/${day}`
  const before = await bytes(path)
  // The schedule adds the same job.
  await server.deps.pool.query(`select graphile_worker.add_job('stamp_log', '{}')`)
  await server.jobsDone()
  expect((await days()).map(({ day: of, stamped }) => [of, stamped])).toEqual([
    [day, true],
    [clock.now().toISOString().slice(0, 10), false],
  ])
  expect(await bytes(path)).toEqual(before)
  const stamp = await get(`${path}.tsr`)
  expect(stamp.headers.get('content-type')).toBe('application/timestamp-reply')
  expect(stamp.headers.get('access-control-allow-origin')).toBe('*')
  expect(stamp.headers.get('cache-control')).toContain('immutable')
  const { stamps } = await state()
  expect(stamps).toMatchObject({ newest: { day }, fault: null })
  expect(Math.abs((stamps?.newest?.at.getTime() ?? 0) - clock.now().getTime())).toBeLessThan(60_000)

  await stampLog(server.deps)
  expect(authority.asked).toBe(1)
  clock.pass(DAY_MS)
  await stampLog(server.deps)
  expect((await days()).map(({ stamped }) => stamped)).toEqual([true, true])
})

test.skipIf(!hasOpenssl)(
  'a stranger checks the stamp with openssl and the authority’s certificate',
  async () => {
    await stampLog(server.deps)
    const folder = await mkdtemp(join(tmpdir(), 'signalpost-stamp-'))
    const pem = `-----BEGIN CERTIFICATE-----\n${AUTHORITY_CERTIFICATE.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
    await writeFile(join(folder, 'root.pem'), pem)
    await writeFile(join(folder, 'stamp.tsr'), await bytes(`/log/days/${day}.tsr`))
    const note = await bytes(`/log/days/${day}`)
    const verify = async (content: Buffer) => {
      await writeFile(join(folder, 'note'), content)
      const words = ['ts', '-verify', '-in', 'stamp.tsr', '-data', 'note', '-CAfile', 'root.pem']
      return execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    }
    expect(await verify(note)).toContain('Verification: OK')
    await expect(verify(Buffer.concat([note, Buffer.from(' ')]))).rejects.toThrow(/imprint mismatch/)
    await rm(folder, { recursive: true })
  },
)

test('a failure is shown, the request is repeated, and the log continues', async () => {
  authority.answer = (_query, response) => response.writeHead(503).end()
  await stampLog(server.deps)
  await post('Meanwhile')
  expect((await state()).stamps).toEqual({ newest: null, fault: 'The time-stamping authority answers 503' })
  authority.answer = (query, response) => response.end(stampReply(query, clock.now(), 'signature'))
  await stampLog(server.deps)
  expect((await state()).stamps?.fault).toBe('The time-stamping authority’s signature isn’t valid')
  expect((await days()).some(({ stamped }) => stamped)).toBe(false)
  authority.answer = undefined
  await stampLog(server.deps)
  expect((await state()).stamps).toMatchObject({ newest: { day }, fault: null })
})

test('a stamp never changes, and without TSA_URL no request is sent', async () => {
  await stampLog({ ...server.deps, config: { ...server.deps.config, tsaUrl: undefined } })
  expect(authority.asked).toBe(0)
  await stampLog(server.deps)
  for (const statement of ["update record_stamps set reply = 'x'", 'delete from record_stamps']) {
    await expect(server.deps.pool.query(statement)).rejects.toThrow(/permission denied|append-only/)
    await expect(asOwner(server.database, statement)).rejects.toThrow(/append-only/)
  }
})
