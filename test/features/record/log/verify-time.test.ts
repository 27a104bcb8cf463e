// An entry's time and the log's stamped checkpoints, as the browser and verify-record.py compare them: a log that backdates entries.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { leafHash, rootOf } from '#engine/log/merkle.ts'
import { noteKey, signNote } from '#engine/log/note.ts'
import { checkSignal } from '#web/features/record/verify/check-signal.ts'
import { AUTHORITY_CERTIFICATE, stampReply, stampQuery } from '#test/time-stamp-authority.ts'
import { ADA, bytesOf, type MadeUp, type MadeUpLog, serveLog } from './made-up-log.ts'
import { hasPython, runPython } from './run-python.ts'

const KEY = noteKey('made-up.test/log', Buffer.alloc(32, 1))
const SIGNAL = '019a0000-0000-7000-8000-000000000001'
const STAMPED = '2026-03-03T18:00:00.000Z'
const signal = (id: string, time: string): MadeUp => ({
  kind: 'signal',
  author: ADA,
  signal: id,
  time,
  text: '33'.repeat(32),
  trade: { horizon: null, side: 'buy', tickers: ['NVDA'] },
})
const EARLIER = [signal('a0', '2026-03-03T15:00:00.000Z'), signal('a1', '2026-03-03T17:59:59.000Z')]

let log: MadeUpLog
let folder: string
const realFetch = fetch
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalpost-verify-'))
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  log.close()
  await rm(folder, { recursive: true })
})

type Stamp = { of?: number; at?: string; note?: (right: string) => string; stamp?: (right: Buffer) => Buffer }
/** A log whose first `of` entries, two by default, were its last checkpoint of March 3, signed at `at` and stamped. */
async function serve(
  entries: readonly MadeUp[],
  { of = 2, at = STAMPED, ...lies }: Stamp = {},
): Promise<void> {
  const bytes = bytesOf(entries)
  log = await serveLog(bytes, { keys: [KEY] })
  const root = rootOf(bytes.slice(0, of).map((entry) => leafHash(entry))).toString('base64')
  const right = signNote(`${log.origin}\n${of}\n${root}\n`, [KEY])
  const stamp = stampReply(stampQuery(right), new Date('2026-03-04T00:01:02Z'))
  log.instead.set('/log/days', JSON.stringify([{ day: '2026-03-03', size: of, at, stamped: true }]))
  log.instead.set('/log/days/2026-03-03', lies.note?.(right) ?? right)
  log.instead.set('/log/days/2026-03-03.tsr', lies.stamp?.(stamp) ?? stamp)
}
const python = async (...words: string[]) => {
  const pem = `-----BEGIN CERTIFICATE-----\n${AUTHORITY_CERTIFICATE}\n-----END CERTIFICATE-----\n`
  await writeFile(join(folder, 'root.pem'), pem.replaceAll(/.{64}/g, '$&\n'))
  return await runPython(folder, log.address, ...words)
}
async function inBrowser(): Promise<unknown> {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(log.address + path, init))
  const verification = await checkSignal(SIGNAL, Date.parse('2026-03-05T12:00:00Z'))
  return verification.found
    ? verification.checks.slice(4).map(({ state, detail }) => `${state}: ${detail}`)
    : []
}

const before = 'before the stamped checkpoint of Mar 3, 2026, which doesn’t have it.'
const after = 'after the stamped checkpoint of Mar 3, 2026, which has it.'
test.each<[string, string, Stamp, string]>([
  [
    'a time after the stamp',
    '2026-03-04T09:00:00.000Z',
    {},
    'ok: Of the checkpoints stamped outside, the one of Mar 3, 2026 doesn’t have it.',
  ],
  [
    'a time within the minute that an entry may take',
    '2026-03-03T17:59:01.000Z',
    {},
    'ok: Of the checkpoints stamped outside, the one of Mar 3, 2026 doesn’t have it.',
  ],
  ['a time that is dated back', '2026-03-03T17:58:59.000Z', {}, `fault: It claims a time ${before}`],
  ['no time', 'yesterday', {}, `fault: It claims a time ${before}`],
  [
    'a time within a stamped checkpoint',
    '2026-03-03T18:00:30.000Z',
    { of: 3 },
    'ok: Of the checkpoints stamped outside, the one of Mar 3, 2026 has it.',
  ],
  [
    'a time after a checkpoint that has it',
    '2026-03-03T18:01:01.000Z',
    { of: 3 },
    `fault: It claims a time ${after}`,
  ],
])('in a browser: %s', async (_name, time, stamp, expected) => {
  await serve([...EARLIER, signal(SIGNAL, time)], stamp)
  expect(await inBrowser()).toEqual([expected])
})

const NOT_OURS = 'isn’t the beginning of this log.'
const OTHER: [string, Stamp][] = [
  [
    'another checkpoint',
    { note: (right) => right.replace(/\n\S+=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`) },
  ],
  ['another size', { note: (right) => right.replace('\n2\n', '\n1\n') }],
  ['the stamp of another checkpoint', { stamp: () => stampReply(stampQuery('another'), new Date()) }],
  ['a time of another day', { at: '2026-03-02T18:00:00.000Z' }],
]
test.each(OTHER)('in a browser: %s is named', async (_name, stamp) => {
  await serve([...EARLIER, signal(SIGNAL, '2026-03-04T09:00:00.000Z')], stamp)
  expect(await inBrowser()).toEqual([`fault: The stamped checkpoint of Mar 3, 2026 ${NOT_OURS}`])
})

test('in a browser: a log without stamps has nothing to compare with', async () => {
  await serve([...EARLIER, signal(SIGNAL, '2026-03-03T01:00:00.000Z')])
  log.instead.delete('/log/days')
  expect(await inBrowser()).toEqual([])
})

// The program is for strangers' machines; ours need neither Python nor openssl.
describe.skipIf(!hasPython)('verify-record.py', () => {
  test('accepts honest times, and checks the stamp with the authority’s certificate', async () => {
    await serve([...EARLIER, signal('a2', '2026-03-03T17:59:01.000Z')])
    const { code, output } = await python('--tsa=root.pem')
    expect(output).toContain('ok     1 days are stamped outside\n')
    expect(code).toBe(0)
    expect((await python()).output).toContain('check the stamps with --tsa=')
  })

  test.each<[string, string, Stamp, string]>([
    [
      'dated back',
      '2026-03-03T17:58:59.000Z',
      {},
      'entry 2 has a time before a stamped checkpoint that doesn',
    ],
    [
      'after its checkpoint',
      '2026-03-03T18:01:01.000Z',
      { of: 3 },
      'entry 2 has a time after a stamped checkpoint that has it',
    ],
  ])('names a time %s, of every entry and of one signal', async (_name, time, stamp, fault) => {
    await serve([...EARLIER, signal(SIGNAL, time)], stamp)
    for (const words of [[], ['--quick', SIGNAL]]) {
      const { code, output } = await python(...words)
      expect(output).toContain(`FAULT  ${fault}`)
      expect(code).toBe(1)
    }
  })

  /** Adds a checkpoint of the first entry alone, stamped before the close. */
  function stampBeforeClose(of: number, at: string, change = (right: string) => right): void {
    const root = rootOf(
      bytesOf(EARLIER)
        .slice(0, of)
        .map((entry) => leafHash(entry)),
    ).toString('base64')
    const note = change(signNote(`${log.origin}\n${of}\n${root}\n`, [KEY]))
    log.instead.set('/log/stamps', JSON.stringify([{ size: of, at, stampedAt: at }]))
    log.instead.set(`/log/stamps/${of}`, note)
    log.instead.set(`/log/stamps/${of}.tsr`, stampReply(stampQuery(note), new Date(at)))
  }

  test('also checks what was stamped before a close', async () => {
    await serve([...EARLIER, signal('a2', '2026-03-04T09:00:00.000Z')])
    stampBeforeClose(1, '2026-03-03T16:00:00.000Z')
    const honest = await python('--tsa=root.pem')
    expect(honest.output).toContain('ok     1 more checkpoints are stamped outside, before closes\n')
    expect(honest.code).toBe(0)
    stampBeforeClose(1, '2026-03-03T18:02:00.000Z')
    expect((await python()).output).toContain(
      'FAULT  entry 1 has a time before a stamped checkpoint that doesn',
    )
    stampBeforeClose(1, '2026-03-03T16:00:00.000Z', (right) =>
      right.replace(/\n\S+=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`),
    )
    expect((await python()).output).toContain(
      "FAULT  the checkpoint of 2026-03-03T16:00:00.000Z isn't a beginning of the log",
    )
    stampBeforeClose(1, '2026-03-03T16:00:00.000Z', (right) => right.replace('made-up.test', 'other.test'))
    expect((await python()).output).toContain(
      'FAULT  a stamped checkpoint is that of another log: other.test/log',
    )
  })

  test.each(OTHER)('names %s', async (_name, stamp) => {
    await serve([...EARLIER, signal(SIGNAL, '2026-03-04T09:00:00.000Z')], stamp)
    const { code, output } = await python()
    expect(output).toMatch(/FAULT {2}the (checkpoint|time stamp) of 2026-03-03 isn't/)
    expect(code).toBe(1)
  })

  test('names a stamp that the authority didn’t sign', async () => {
    await serve([...EARLIER, signal(SIGNAL, '2026-03-04T09:00:00.000Z')], {
      stamp: (right) => Buffer.concat([right.subarray(0, -1), Buffer.of((right.at(-1) ?? 0) ^ 1)]),
    })
    const { code, output } = await python('--tsa=root.pem')
    expect(output).toContain("FAULT  the time stamp of 2026-03-03 isn't one of its checkpoint")
    expect(code).toBe(1)
  })
})
