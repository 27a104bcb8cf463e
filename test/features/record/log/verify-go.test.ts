// The program for strangers who trust Go's own packages accepts the log as the server serves it, and names what is wrong.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import { ALL, KEPT, KEY, lastOf, type Lie, LIES, serveRestored, SIZE } from './made-up-epochs.ts'

/** Where Debian's golang-golang-x-mod-dev puts the module. Nothing is downloaded for a test. */
const GOPATH = '/usr/share/gocode'
const MISSING =
  'verify-log.go was not run: it needs Go and golang.org/x/mod (Debian: golang-go, golang-golang-x-mod-dev)'

function canRunGo(): boolean {
  try {
    execFileSync('go', ['version'])
    return existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'))
  } catch {
    return false
  }
}
const hasGo = canRunGo()
if (!hasGo) console.warn(MISSING)

describe.skipIf(!hasGo)('verify-log.go', () => {
  let server: TestServer
  let proxy: Server
  let folder: string
  let vkey: string
  /** What the proxy changes in the server's answers. */
  let tamper: (path: string, body: Buffer) => Buffer = (_path, body) => body

  beforeAll(async () => {
    server = await startServer()
    const notes = Array.from({ length: 300 }, (_, i) => `Note ${i}`)
    await buildPeople(server.deps, { ada: creator({ signals: notes }) })
    await logged()
    folder = await mkdtemp(join(tmpdir(), 'signalpost-go-'))
    const source = join(folder, 'verify-log.go')
    await writeFile(source, await text('/log/verify-log.go'))
    const env = { ...process.env, GOPATH, GO111MODULE: 'off', GOCACHE: join(folder, 'cache') }
    await promisify(execFile)('go', ['build', '-o', join(folder, 'verify-log'), source], { env })
    vkey = (await text('/log/vkey')).split('\n')[0] ?? ''
    proxy = createServer((request, response) => {
      const path = request.url ?? ''
      void fetch(server.origin + path).then(async (answer) =>
        response.writeHead(answer.status).end(tamper(path, Buffer.from(await answer.arrayBuffer()))),
      )
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  }, 5 * WAIT_TIMEOUT_MS)
  afterAll(async () => {
    proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const text = async (path: string) => await (await server.visitor().fetch(path)).text()
  const logged = () =>
    vi.waitUntil(
      async () => {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from signals g
        where not exists (select from record_entries e where e.signal_id = g.id)`.execute(server.deps.db)
        return rows[0]?.n === 0
      },
      { timeout: WAIT_TIMEOUT_MS },
    )
  /** The program's output and whether it accepts the log. */
  const run = (change: typeof tamper, ...args: string[]) =>
    new Promise<{ isAccepted: boolean; output: string }>((resolve) => {
      tamper = change
      const { port } = proxy.address() as AddressInfo
      const all = [`http://127.0.0.1:${port}`, vkey, ...args]
      execFile(join(folder, 'verify-log'), all, (error, stdout, stderr) =>
        resolve({ isAccepted: error === null, output: stdout + stderr }),
      )
    })
  const unchanged: typeof tamper = (_path, body) => body

  test('Go’s sumdb accepts the log, an entry, and an older checkpoint as its beginning', async () => {
    const older = join(folder, 'older')
    await writeFile(older, await text('/log/checkpoint'))
    const ada = await server.signIn('ada')
    await ada.call(signals.post, { body: { content: 'Later', signalType: 'buy', tickers: ['NVDA'] } })
    await logged()
    const { isAccepted, output } = await run(unchanged, '299', older)
    expect(output).toContain('is signed by')
    expect(output).toContain('ok     entry 299 is in it: {')
    expect(output).toContain('is its beginning')
    expect(isAccepted).toBe(true)
  })

  test.each<[string, typeof tamper, string]>([
    [
      'a changed entry',
      (path, body) =>
        path.includes('/entries/')
          ? Buffer.from(body.toString('latin1').replaceAll('"buy"', '"bxy"'), 'latin1')
          : body,
      'FAULT  the proof of the entry',
    ],
    [
      'a changed proof',
      (path, body) =>
        path.endsWith('.tlog-proof')
          ? Buffer.from(body.toString().replace(/\n[\w+/]{8}/, '\nAAAAAAAA'))
          : body,
      'FAULT  the proof of the entry',
    ],
    [
      'another signature',
      (_path, body) => Buffer.from(body.toString().replace(/— (\S+) (.{8})..../, '— $1 $2AAAA')),
      'FAULT  the signature of the checkpoint',
    ],
  ])('names %s', async (_what, change, fault) => {
    const { isAccepted, output } = await run(change, '12')
    expect(output).toContain(fault)
    expect(isAccepted).toBe(false)
  })

  test('names tiles that don’t lead from an older checkpoint', async () => {
    const older = join(folder, 'older')
    const zeros: typeof tamper = (path, body) => (/tile\/\d/.test(path) ? Buffer.alloc(body.length) : body)
    const { isAccepted, output } = await run(zeros, '12', older)
    expect(output).toContain('FAULT  the tiles')
    expect(isAccepted).toBe(false)
  })

  const runOnRestored = async (lie: Lie, ...args: string[]) => {
    const log = await serveRestored(lie)
    const all = [log.address, KEY.vkey, ...args]
    const { stdout, stderr } = await promisify(execFile)(join(folder, 'verify-log'), all).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    )
    log.close()
    return stdout + stderr
  }

  test('follows a log that was restored from a backup, by the key from before, and lists what was lost', async () => {
    const older = join(folder, 'older')
    await writeFile(older, lastOf(ALL))
    for (const number of [KEPT - 1, SIZE + 1]) {
      const output = await runOnRestored({}, String(number), older)
      expect(output).toContain('entries 6 to 9 were lost: "The disk failed."')
      expect(output).toContain(`ok     entry ${number} is in it`)
      expect(output).toContain('ok     the older checkpoint of 10 entries has some that were lost')
    }
  })

  test.each(LIES)('refuses a log that lies: %s', async (_what, lie) => {
    expect(await runOnRestored(lie, String(SIZE + 1))).toContain('FAULT')
  })
})
