// The upload of a broker's file: read in a worker, with progress, until it is done, rejected or aborted.
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadsInProgress } from '#server/features/portfolio/import/buffer-upload.ts'
import { threadsRunning } from '#server/worker-thread.ts'
import { IMPORT_LINES, ImportLine, Preview } from '#shared/contracts/import-preview.ts'
import { IMPORT_PATH, portfolio } from '#shared/contracts/portfolio.ts'
import { EXPORT_MAX_BYTES } from '#shared/limits.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

const HEADER = 'date,type,symbol,quantity,price,amount,fee,currency\n'
const DEPOSIT = '2025-01-06,deposit,,,,10000000,,USD\n'
/** A history of this many purchases, whose days end with `last`. */
const history = (rows: number, last = '2025-03-03') =>
  HEADER +
  DEPOSIT +
  `2025-01-07,buy,ACME,1,245.00,-245,,USD\n`.repeat(rows - 2) +
  `${last},buy,BOLT,1,410,-410,,USD\n`
const NOTE = `${'A note, as some portals write it. '.repeat(300)}\n`
const MEGABYTE = Buffer.from(NOTE.repeat(103)).subarray(0, 1_048_576)

let server: TestServer
let ada: Browser
let cookie: string
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator({ priceCents: 800 }) })
  ada = await server.signIn('ada')
  const body = JSON.stringify({ username: 'ada', password: 'signalpost' })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${server.origin}/api/login`, { method: 'POST', headers, body })
  cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})
afterAll(() => server.stop())

const send = (body: BodyInit, init: RequestInit = {}) =>
  ada.fetch(IMPORT_PATH, { method: 'POST', headers: { accept: IMPORT_LINES }, body, ...init })
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => ImportLine.parse(JSON.parse(line)))
const count = async (table: string) =>
  (await server.deps.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n
/** Waits for a condition. The test's own timeout is the limit. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Sends pieces without a content length until there is a response. */
function sendEndlessly(piece: Buffer, most: number) {
  const { hostname, port } = new URL(server.origin)
  return new Promise<{ status: number; text: string; pieces: number }>((resolve, reject) => {
    let pieces = 0
    const sending = request({ hostname, port, path: IMPORT_PATH, method: 'POST', headers: { cookie } })
    sending.once('error', reject)
    sending.once('response', (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.once('end', () => {
        sending.off('error', reject).on('error', () => {})
        sending.destroy()
        resolve({ status: response.statusCode ?? 0, text, pieces })
      })
    })
    const next = (): void => {
      if (sending.destroyed) return
      if (pieces >= most) return void sending.end()
      pieces += 1
      if (sending.write(piece)) setImmediate(next)
      else sending.once('drain', next)
    }
    sending.write(HEADER)
    next()
  })
}

test('the upload reports progress, and other requests are answered in the meantime', async () => {
  let answered = 0
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      expect((await ada.fetch('/api/health')).status).toBe(200)
      answered += 1
    }
  })()
  const response = await send(history(20_000))
  const lines = linesOf(await response.text())
  isDone = true
  await asking
  expect(response.headers.get('content-type')).toContain(IMPORT_LINES)
  const rowCounts = lines.flatMap((line) => ('rows' in line ? [line.rows] : []))
  expect(rowCounts.at(-1)).toBe(20_000)
  expect(rowCounts).toEqual(rowCounts.toSorted((a, b) => a - b))
  expect(lines.at(-1)).toMatchObject({
    preview: { rows: 20_000, activities: 20_000, known: 0, faultCount: 0 },
  })
  expect(lines).toHaveLength(rowCounts.length + 1)
  // A blocked server would answer once before and once after.
  expect(answered).toBeGreaterThan(2)
})

test('all rows of a large file are imported, and a longer file is checked against all of them', async () => {
  const first = Preview.parse(await (await send(history(6000), { headers: {} })).json())
  const account = await ada.call(portfolio.confirmImport, { params: { id: first.id } })
  expect(account.activities).toBe(6000)
  const again = Preview.parse(await (await send(history(6000), { headers: {} })).json())
  expect(again).toMatchObject({ activities: 6000, known: 6000, faultCount: 0 })
  const rest = `${HEADER}2025-03-04,sell,ACME,5999,240,1439760,,USD\n`
  const tooMuch = Preview.parse(await (await send(rest, { headers: {} })).json())
  expect(tooMuch).toMatchObject({ known: 0, faultCount: 0, opening: { rowCount: 1, rows: [{ line: 2 }] } })
  const allOfIt = Preview.parse(await (await send(rest.replace('5999', '5998'), { headers: {} })).json())
  expect(allOfIt).toMatchObject({ known: 0, faultCount: 0 })
  await server.jobsDone()
})

test('impossible activities are listed in file order, even if the newest row comes first', async () => {
  const rows = [
    '2025-06-05,split,WIRE,5,,,,USD',
    '2025-06-04,buy,CORD,a lot,10,-10,,USD',
    '2025-06-03,split,ROPE,5,,,,USD',
  ]
  const preview = Preview.parse(await (await send(HEADER + rows.join('\n'), { headers: {} })).json())
  expect(preview.faults.map(({ line }) => line)).toEqual([2, 3, 4])
})

test('an upload aborted while sending or reading leaves no rows, thread or file', async () => {
  const before = [await count('portfolio_imports'), await count('portfolio_import_rows')]
  const { hostname, port } = new URL(server.origin)
  const options = {
    hostname,
    port,
    path: IMPORT_PATH,
    method: 'POST',
    headers: { cookie, accept: IMPORT_LINES },
  }
  // While it is being sent.
  const half = request(options).on('error', () => {})
  half.write(history(5000))
  await until(() => uploadsInProgress() === 1)
  half.destroy()
  await until(() => uploadsInProgress() === 0)
  // After all of it has arrived, while rows are reported.
  const whole = request(options).on('error', () => {})
  whole.end(history(30_000))
  await new Promise((resolve) => {
    whole.once('response', (response) => response.once('data', resolve))
  })
  whole.destroy()
  await until(() => threadsRunning() === 0)
  await until(async () => (await count('portfolio_imports')) === before[0])
  expect(uploadsInProgress()).toBe(0)
  expect(readdirSync(join(server.deps.config.dataDir, 'arriving'))).toEqual([])
  expect([await count('portfolio_imports'), await count('portfolio_import_rows')]).toEqual(before)
})

test('a slow upload blocks nobody', async () => {
  const { hostname, port } = new URL(server.origin)
  const slow = request({ hostname, port, path: IMPORT_PATH, method: 'POST', headers: { cookie } })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    slow.once('error', reject)
    slow.once('response', (response) => resolve(response.statusCode))
  })
  slow.write(history(3000))
  await until(() => uploadsInProgress() === 1)
  const lines = linesOf(await (await send(history(3001))).text())
  expect(lines.at(-1)).toMatchObject({ preview: { rows: 3001 } })
  expect(uploadsInProgress()).toBe(1)
  slow.end()
  expect(await answered).toBe(201)
  await until(() => uploadsInProgress() === 0)
})

test('one person can upload two files at a time, and a third is rejected', async () => {
  const { hostname, port } = new URL(server.origin)
  const slow = [1, 2].map(() => {
    const sending = request({ hostname, port, path: IMPORT_PATH, method: 'POST', headers: { cookie } })
    sending.on('error', () => {}).write(history(2000))
    return sending
  })
  await until(() => uploadsInProgress() === 2)
  const refused = await send(history(2000))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  for (const sending of slow) sending.destroy()
  await until(() => uploadsInProgress() === 0)
})

test('two uploaded files are read one after the other', async () => {
  const sent = [send(history(3000)), send(history(3001))]
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, threadsRunning())), 5)
  const [one, two] = await Promise.all(sent)
  clearInterval(looking)
  expect(linesOf((await one?.text()) ?? '').at(-1)).toMatchObject({ preview: { rows: 3000 } })
  expect(linesOf((await two?.text()) ?? '').at(-1)).toMatchObject({ preview: { rows: 3001 } })
  expect(most).toBe(1)
})

test('an endless file is rejected at the limit, and is never in memory', async () => {
  const before = process.memoryUsage().rss
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  const { status, text, pieces } = await sendEndlessly(MEGABYTE, 2048)
  clearInterval(looking)
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { code: 'bad_export', message: expect.stringMatching(/larger than 100 MB.*shorter date ranges/) },
  ])
  expect(pieces).toBeLessThan(150)
  expect(most - before).toBeLessThan(150 * 1_048_576)
  expect(threadsRunning()).toBe(0)
})

test('a file whose length is too large is rejected before it is read', async () => {
  const { hostname, port } = new URL(server.origin)
  const headers = { cookie, 'content-length': EXPORT_MAX_BYTES + 1 }
  const sending = request({ hostname, port, path: IMPORT_PATH, method: 'POST', headers }).on(
    'error',
    () => {},
  )
  sending.write('date,type\n')
  const status = await new Promise((resolve) => {
    sending.once('response', (response) => resolve(response.statusCode))
  })
  sending.destroy()
  expect(status).toBe(413)
})

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])
test.each([
  ['zero bytes', '', /empty/i],
  ['a picture renamed to .csv', PNG, /picture/],
  ['a large picture', Buffer.concat([PNG, Buffer.alloc(3_000_000, 7)]), /picture/],
  ['an endless line', `"${'x'.repeat(2_000_000)}`, /don’t recognize this export|too long/],
])('%s is rejected with a message, with and without progress lines', async (_what, bytes, words) => {
  for (const headers of [{ accept: IMPORT_LINES }, {}]) {
    const response = await send(bytes, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad_export', message: expect.stringMatching(words) })
  }
  expect(threadsRunning()).toBe(0)
})
