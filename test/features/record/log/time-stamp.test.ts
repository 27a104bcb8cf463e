// Requests a stamp from a time-stamping authority, and refuses a wrong answer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { requestStamp } from '#server/adapters/time-stamp.ts'
import { type Lie, stampReply, startAuthority, type TimeStampAuthority } from '#test/time-stamp-authority.ts'

const NOTE = Buffer.from('made-up.test/log\n1\nroot\n')
const TOKEN = Buffer.alloc(32, 9).toString('base64url')
const NOW = new Date('2026-11-24T00:01:03Z')
let authority: TimeStampAuthority
beforeAll(async () => void (authority = await startAuthority(() => NOW)))
afterAll(() => authority.close())
afterEach(() => (authority.answer = undefined))

const stamp = (timeoutMs = 5000) => requestStamp({ url: authority.url, timeoutMs }, NOTE, TOKEN)

test('a stamp has the authority’s time', async () => {
  const { at, reply } = await stamp()
  expect(at).toEqual(NOW)
  expect(reply.length).toBeGreaterThan(500)
})

test('the answer of openssl to the same request is accepted', async () => {
  // openssl ts -reply, with a key of 2,048 bits and a certificate that it signed itself.
  const reply = await readFile(join(import.meta.dirname, 'stamps/openssl-rsa.tsr'))
  authority.answer = (_query, response) => response.end(reply)
  expect((await stamp()).at.getUTCFullYear()).toBe(2026)
  const other = requestStamp({ url: authority.url }, Buffer.from('another note'), TOKEN)
  await expect(other).rejects.toThrow('stamped something else')
  const later = requestStamp({ url: authority.url }, NOTE, Buffer.alloc(32, 8).toString('base64url'))
  await expect(later).rejects.toThrow('to another request')
})

test.each<[Lie, string]>([
  ['imprint', 'The time-stamping authority stamped something else'],
  ['nonce', 'The time-stamping authority’s answer is to another request'],
  ['refused', 'The time-stamping authority refuses (status 2)'],
  ['signature', 'The time-stamping authority’s signature isn’t valid'],
  ['digest', 'The time-stamping authority’s signature isn’t valid'],
  ['uncertified', 'The time-stamping authority’s signature isn’t valid'],
  ['purpose', 'The time-stamping authority’s certificate isn’t one for timestamps'],
])('a wrong %s is refused', async (lie, message) => {
  authority.answer = (query, response) => response.end(stampReply(query, NOW, lie))
  await expect(stamp()).rejects.toThrow(message)
})

test.each([
  ['a page', Buffer.from('<html>'), 'can’t be read'],
  ['nothing', Buffer.alloc(0), 'can’t be read'],
  ['a cut answer', undefined, 'can’t be read'],
  ['a long answer', Buffer.alloc(10_000_000, 0x30), 'sent too large a response'],
])('%s is refused', async (_name, body, message) => {
  authority.answer = (query, response) => response.end(body ?? stampReply(query, NOW).subarray(0, 400))
  await expect(stamp()).rejects.toThrow(message)
})

test('an authority that fails, stays silent or trickles is given up on', async () => {
  authority.answer = (_query, response) => response.writeHead(503).end()
  await expect(stamp()).rejects.toThrow('The time-stamping authority answers 503')
  authority.answer = () => {}
  await expect(stamp(200)).rejects.toThrow('The time-stamping authority didn’t answer in time')
  authority.answer = (_query, response) => response.write('0')
  await expect(stamp(200)).rejects.toThrow('The time-stamping authority didn’t answer in time')
  const closed = requestStamp({ url: 'http://127.0.0.1:1' }, NOTE, TOKEN)
  await expect(closed).rejects.toThrow('The time-stamping authority can’t be reached')
})
