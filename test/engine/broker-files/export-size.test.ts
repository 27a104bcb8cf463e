// Files of any size are streamed within limits, report progress, and stop at once when aborted.
import { expect, test } from 'vitest'
import { BYTES_MAX } from '#engine/broker-files/decode.ts'
import { readExport } from '#engine/broker-files/read-export.ts'
import { readBytes, textOf, TODAY } from './export-files.ts'

const HEADER = 'date,type,symbol,quantity,price\n'
const ROW = '2024-01-02,buy,AAPL,1,10\n'

/** A stream of this many pieces that counts how many were read and whether it was closed. */
function stream(piece: Uint8Array, count: number) {
  const reads = { count: 0, isClosed: false }
  async function* pieces() {
    try {
      yield Buffer.from(HEADER)
      for (let index = 0; index < count; index += 1) {
        reads.count += 1
        yield piece
      }
    } finally {
      reads.isClosed = true
    }
  }
  return { pieces: pieces(), reads }
}

const MEGABYTE = Buffer.from(ROW.repeat(Math.ceil(1_048_576 / ROW.length))).subarray(0, 1_048_576)

test('two gigabytes are rejected at the limit, without reading more', async () => {
  const note = `${'A note, as some portals write it. '.repeat(300)}\n`
  const { pieces, reads } = stream(Buffer.from(note.repeat(100)), 2048)
  await expect(readExport(pieces, { today: TODAY, maxBytes: 4 * 1_048_576 })).rejects.toMatchObject({
    reason: 'too_large',
    message: expect.stringMatching(/larger than 4 MB.*shorter date ranges/),
  })
  expect(reads).toEqual({ count: 5, isClosed: true })
  expect(BYTES_MAX).toBe(104_857_600)
})

test('another limit can be set', async () => {
  await expect(readBytes(HEADER + ROW.repeat(100), { maxBytes: 1000 })).rejects.toMatchObject({
    message: expect.stringContaining('1000 bytes'),
  })
})

test('a file with too many rows is rejected', async () => {
  const { pieces, reads } = stream(MEGABYTE, 50)
  await expect(readExport(pieces, { today: TODAY, maxRows: 50_000 })).rejects.toMatchObject({
    reason: 'too_many_rows',
    message: expect.stringContaining('more than 50,000 rows'),
  })
  expect(reads.count).toBeLessThan(5)
  expect(reads.isClosed).toBe(true)
})

test('an endless row is an issue and doesn’t fill the memory', async () => {
  const { pieces } = stream(Buffer.from(`"${'x'.repeat(1_048_574)}`), 20)
  const read = await readExport(pieces, { today: TODAY })
  expect(read.issues).toEqual([{ line: 2, reason: expect.stringMatching(/too long/) }])
})

test('an aborted reading ends with the signal’s reason, and the stream is closed', async () => {
  const stop = new AbortController()
  const { pieces, reads } = stream(MEGABYTE, 90)
  const reading = readExport(pieces, {
    today: TODAY,
    maxRows: 10_000_000,
    signal: stop.signal,
    onProgress: ({ rows }) => {
      if (rows > 20_000) stop.abort(new Error('The import was cancelled'))
    },
  })
  await expect(reading).rejects.toThrow('The import was cancelled')
  expect(reads.isClosed).toBe(true)
  expect(reads.count).toBeLessThan(10)
})

test('a reading aborted before it begins doesn’t begin', async () => {
  const { pieces, reads } = stream(MEGABYTE, 5)
  await expect(readExport(pieces, { today: TODAY, signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
  expect(reads.count).toBe(0)
})

test('a failing stream fails the reading with its own error', async () => {
  async function* broken() {
    yield Buffer.from(HEADER + ROW)
    throw new Error('The connection was lost')
  }
  await expect(readExport(broken(), { today: TODAY })).rejects.toThrow('The connection was lost')
})

test('progress grows to all bytes and all rows, and other tasks run in the meantime', async () => {
  const text = HEADER + ROW.repeat(20_000)
  const seen: { bytes: number; rows: number }[] = []
  let turns = 0
  const turning = setInterval(() => (turns += 1), 1)
  const read = await readBytes(text, { onProgress: (progress) => seen.push(progress) }, 65_536)
  clearInterval(turning)
  expect(read.activities).toHaveLength(20_000)
  expect(seen.at(-1)).toEqual({ bytes: text.length, rows: 20_000 })
  for (const [index, progress] of seen.entries()) {
    expect(progress.bytes).toBeGreaterThanOrEqual(seen[index - 1]?.bytes ?? 0)
    expect(progress.rows).toBeGreaterThanOrEqual(seen[index - 1]?.rows ?? 0)
  }
  expect(seen.length).toBeGreaterThan(20)
  expect(turns).toBeGreaterThan(5)
})

test('a Flex Query is read element by element', async () => {
  const text = textOf('interactive-brokers-flex.xml')
  const trade = text.split('\n').find((line) => line.startsWith('<Trade ')) ?? ''
  const many = Array.from({ length: 5000 }, (_, index) =>
    trade.replace('600000001', `61${String(index).padStart(7, '0')}`),
  )
  const read = await readBytes(text.replace('<Trades>', `<Trades>${many.join('\n')}`), {}, 16_384)
  expect(read.issues).toEqual([])
  expect(read.activities).toHaveLength(5014)
})

test('endless cells use no more memory than others', async () => {
  const long = `Buy 1${' 000'.repeat(30_000)}`
  const rows = Array.from(
    { length: 40 },
    () => `20-11-2024,09:01,20-11-2024,X,CH0019852802,"${long}",,CHF,-1,CHF,0,`,
  )
  const notes = Array.from({ length: 3 }, () => `Positions for ${'Individual XX '.repeat(3000)}`)
  const [header] = textOf('degiro-account-en.csv').split('\n')
  expect(await readBytes([...notes, header, ...rows, ''].join('\n'), {}, 65_536)).toMatchObject({ rows: 40 })
  expect(await readBytes([...notes, textOf('schwab.csv')].join('\n'), {}, 65_536)).toMatchObject({
    issues: [],
  })
})
