// Compressed replies and ETags: each coding has its own ETag, and a current one gets a 304.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compressReplies } from '#server/http/compress-replies.ts'

const PAGE = JSON.stringify(
  Array.from({ length: 60 }, (_, n) => ({ n, note: 'Risk is written down first.' })),
)
const LARGE = 'Size follows conviction. '.repeat(8000)

let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  compressReplies(app)
  app.get('/page', (_request, reply) => reply.type('application/json; charset=utf-8').send(PAGE))
  app.get('/large', (_request, reply) => reply.type('text/plain').header('vary', 'Cookie').send(LARGE))
  app.get('/small', (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)))
  app.get('/refused', (_request, reply) => reply.code(404).type('application/json').send(PAGE))
  app.post('/page', (_request, reply) => reply.type('application/json').send(PAGE))
  await app.ready()
})
afterAll(() => app.close())

const BROWSER = 'gzip, deflate, br, zstd'
const ask = (url: string, encoding?: string, tag?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({
    method,
    url,
    headers: {
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
      ...(tag !== undefined && { 'if-none-match': tag }),
    },
  })

test('a browser gets brotli, an older client gzip, and a client that accepts neither plain text', async () => {
  const [browser, older, plain] = [
    await ask('/page', BROWSER),
    await ask('/page', 'gzip'),
    await ask('/page'),
  ]
  expect(browser.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(browser.rawPayload).toString()).toBe(PAGE)
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(older.rawPayload).toString()).toBe(PAGE)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(PAGE)
  for (const { headers } of [browser, older, plain]) expect(headers['vary']).toBe('accept-encoding')
})

test('an encoding that the client refuses isn’t used', async () => {
  expect((await ask('/page', 'br;q=0, gzip')).headers['content-encoding']).toBe('gzip')
  expect((await ask('/page', 'identity')).headers['content-encoding']).toBeUndefined()
})

test('a large reply is also compressed, and keeps its Vary header', async () => {
  const { headers, rawPayload } = await ask('/large', BROWSER)
  expect(brotliDecompressSync(rawPayload).toString()).toBe(LARGE)
  expect(headers['vary']).toBe('Cookie, accept-encoding')
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
})

test.each(['/small', '/picture'])('%s is not compressed', async (url) => {
  const { headers } = await ask(url, BROWSER)
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['etag']).toMatch(/^"[\w-]+"$/)
})

describe('ETags', () => {
  test('differ between the encodings of a page, and only the matching one gets a 304', async () => {
    const [br, gzip, plain] = [BROWSER, 'gzip', undefined]
    const tags = []
    for (const encoding of [br, gzip, plain]) {
      const { headers } = await ask('/page', encoding)
      tags.push(String(headers['etag']))
      const again = await ask('/page', encoding, String(headers['etag']))
      expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
    }
    expect(new Set(tags).size).toBe(3)
    expect((await ask('/page', gzip, tags[0])).statusCode).toBe(200)
  })

  test('an ETag is found in a list, and if a proxy has weakened it', async () => {
    const tag = String((await ask('/page')).headers['etag'])
    expect((await ask('/page', undefined, `"other", W/${tag}`)).statusCode).toBe(304)
    expect((await ask('/page', undefined, '"other"')).statusCode).toBe(200)
  })

  test('are missing from refusals and writes', async () => {
    expect((await ask('/refused')).headers['etag']).toBeUndefined()
    expect((await ask('/page', undefined, undefined, 'POST')).headers['etag']).toBeUndefined()
  })

  test('HEAD answers with the headers of the page', async () => {
    const { headers, statusCode } = await ask('/page', BROWSER, undefined, 'HEAD')
    expect(statusCode).toBe(200)
    expect(headers['etag']).toBe((await ask('/page', BROWSER)).headers['etag'])
  })
})
