// The program that strangers check the log with, as the server serves it: it accepts this log and names what is wrong.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'

const hasPython = ['python3', 'openssl'].every((command) => {
  try {
    return execFileSync(command, [command === 'openssl' ? 'version' : '--version']).length > 0
  } catch {
    return false
  }
})

// The program is for strangers' machines; ours need neither Python nor openssl.
describe.skipIf(!hasPython)('verify-record.py', () => {
  let server: TestServer
  let proxy: Server
  let folder: string
  let script: string
  let publicId: string
  let premiumId: string
  /** What the proxy changes in the server's answers. */
  let tamper: (path: string, body: Buffer) => Buffer = (_path, body) => body

  async function forward(path: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(server.origin + path)
    response.writeHead(answer.status).end(tamper(path, Buffer.from(await answer.arrayBuffer())))
  }

  beforeAll(async () => {
    server = await startServer()
    await buildPeople(server.deps, {
      ada: creator({ signals: Array.from({ length: 300 }, (_, i) => `Note ${i}`) }),
    })
    const ada = await server.signIn('ada')
    const post = (content: string, isPremium: boolean) =>
      ada.call(signals.post, { body: { content, isPremium, signalType: 'buy', tickers: ['NVDA'] } })
    publicId = (await post('Breakout: “100 €”\tor 10\\20', false)).id
    premiumId = (await post('For subscribers', true)).id
    const withdrawn = await post('Taken back', false)
    await ada.call(signals.withdraw, { params: { id: withdrawn.id } })
    const isEmpty = async () =>
      (await server.deps.db.selectFrom('recordQueue').select('kind').execute()).length === 0
    await vi.waitUntil(isEmpty, { timeout: WAIT_TIMEOUT_MS })
    const isLogged = async () => (await server.visitor().fetch(`/log/signals/${premiumId}`)).ok
    await vi.waitUntil(isLogged, { timeout: WAIT_TIMEOUT_MS })
    folder = await mkdtemp(join(tmpdir(), 'signalpost-verify-'))
    script = join(folder, 'verify-record.py')
    await download('verify-record.py')
    proxy = createServer((request, response) => void forward(request.url ?? '', response))
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  })
  afterAll(async () => {
    proxy.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const download = async (name: string) =>
    await writeFile(join(folder, name), await (await server.visitor().fetch(`/log/${name}`)).text())
  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const { port } = proxy.address() as AddressInfo
      execFile(
        'python3',
        [script, `http://127.0.0.1:${port}`, ...args],
        { cwd: folder },
        (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
      )
    })
  const withTampering = async (change: typeof tamper, ...args: string[]) => {
    tamper = change
    const answer = await run(...args)
    tamper = (_path, body) => body
    return answer
  }
  const inText = (pattern: RegExp, replacement: string) => (path: string, body: Buffer) =>
    path.startsWith('/log/tile') ? body : Buffer.from(body.toString().replace(pattern, replacement))

  const inProof = (pattern: RegExp, replacement: string) => (path: string, body: Buffer) =>
    path.startsWith('/log/proofs/') ? Buffer.from(body.toString().replace(pattern, replacement)) : body
  const WRONG_PROOF = "FAULT  the proof doesn't lead to the root of its checkpoint"

  test('accepts the log, a public signal with its text and a premium one without', async () => {
    const open = await run(publicId)
    expect(open.output).toContain('is signed by its key')
    expect(open.output).toContain('the tiles have the root of the checkpoint')
    expect(open.output).toContain('its text is the one that the entry commits to')
    expect(open.code).toBe(0)
    const sealed = await run(premiumId)
    expect(sealed.output).toContain('are still its beginning')
    expect(sealed.output).toContain("its text isn't public")
    expect(sealed.output).not.toContain('NVDA')
    expect(sealed.code).toBe(0)
  })

  test.each([
    [
      'a changed text',
      inText(/Breakout/, 'Break-in'),
      "FAULT  the text isn't the one that the entry commits to",
    ],
    [
      'a changed salt',
      inText(/"salt":"(..)/, '"salt":"$1$1'),
      "FAULT  the text isn't the one that the entry commits to",
    ],
    ['a changed entry', inText(/"side":"buy"/, '"side":"sell"'), "isn't the one in the tiles"],
    [
      'a changed hash of the proof',
      inProof(/(index \d+\n)\S{43}=/, `$1${Buffer.alloc(32, 1).toString('base64')}`),
      WRONG_PROOF,
    ],
    ['a proof with a hash too many', inProof(/(index \d+\n)(\S+\n)/, '$1$2$2'), WRONG_PROOF],
    ['a proof with a hash too few', inProof(/(index \d+\n)\S+\n/, '$1'), 'FAULT  the proof is too short'],
    ['the proof of another entry', inProof(/index \d+/, 'index 7'), 'FAULT  the proof is of another entry'],
    [
      'a malformed proof',
      inProof(/^[^]*$/, 'Trust us\n\n'),
      "FAULT  the log shows something that can't be read",
    ],
    [
      'an answer that can’t be read',
      inText(/^[{][^]*$/, '[]'),
      "FAULT  the log shows something that can't be read",
    ],
    [
      'a changed tile',
      (path: string, body: Buffer) => (path.startsWith('/log/tile/0/') ? Buffer.alloc(body.length, 1) : body),
      "FAULT  the tiles don't have the root of the checkpoint",
    ],
    [
      'another signature',
      inText(/— (\S+) (.{8})..../, '— $1 $2AAAA'),
      "FAULT  the checkpoint isn't signed by the key",
    ],
    [
      'a missing signal',
      (_path: string, body: Buffer) => body,
      'FAULT  the log has no such signal',
      '00000000-0000-4000-8000-000000000000',
    ],
  ])('names %s', async (_name, change, fault, id?: string) => {
    const { code, output } = await withTampering(change, id ?? publicId)
    expect(output).toContain(fault)
    expect(code).toBe(1)
  })

  test('reads every entry: forms, chains, withdrawals and the text of the method', async () => {
    const { code, output } = await run()
    expect(output).toContain("ok     every entry has its form and follows its author's: ")
    expect((await run('--quick')).output).not.toContain('every entry')
    expect(output).toContain('303 signal')
    expect(output).toContain('1 withdraw')
    expect(output).toContain('1 method')
    expect(code).toBe(0)
  })

  const inEntries = (pattern: string, replacement: string) => (path: string, body: Buffer) =>
    path.startsWith('/log/tile/entries/')
      ? Buffer.from(body.toString('latin1').replace(pattern, replacement), 'latin1')
      : body

  test.each([
    ['a changed entry', inEntries('"side":"buy"', '"side":"bye"'), "isn't the one in the tiles"],
    [
      'a hidden withdrawal',
      inEntries('"kind":"withdraw"', '"kind":"deposits"'),
      "isn't the one in the tiles",
    ],
    [
      'another method than the log commits to',
      (path: string, body: Buffer) => (path === '/log/method/2' ? Buffer.from('Winners only') : body),
      "FAULT  the text of method 2 isn't the one that entry",
    ],
  ])('reading every entry names %s', async (_name, change, fault) => {
    const { code, output } = await withTampering(change)
    expect(output).toContain(fault)
    expect(code).toBe(1)
  })

  test('notices that the log was rewritten since the last visit', async () => {
    const kept = join(folder, 'verify-record.json')
    await run()
    const before = await readFile(kept, 'utf8')
    await writeFile(kept, before.replace(/"root": "../, '"root": "00'))
    expect((await run()).output).toMatch(/FAULT {2}the first \d+ entries aren't those of your last visit/)
    await writeFile(kept, before.replace(/"size": /, '"size": 9'))
    expect((await run()).output).toMatch(/FAULT {2}the log had 9\d+ entries before, and has \d+ now/)
  })

  test('uses a key that the reader knows from elsewhere', async () => {
    const other = 'example.com/log+00000000+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect((await run(`--vkey=${other}`)).output).toContain('FAULT  the key')
  })
})
