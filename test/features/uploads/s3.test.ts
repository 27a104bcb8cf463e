// Pictures in a bucket: a real S3-compatible service accepts what was signed and refuses everything else.
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#server/clock.ts'
import type { S3Settings } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { startS3Server } from '#test/s3-server.ts'
import { startServer } from '#test/server.ts'
import { settableClock } from '#test/settable-clock.ts'
import { createUploader, put } from './uploader.ts'

const log = pino({ level: 'silent' })

const settings: S3Settings = {
  endpoint: 'https://objects.example.com/storage/v1/s3/',
  bucket: 'pictures',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}

describe('Without a call to the service', () => {
  const storage = openS3Storage(settings, { clock: systemClock, log })

  test('an upload URL is recognized with and without its query, and no other URL is', async () => {
    const address = await storage.signUpload('incoming/a/b', { contentType: 'image/png', size: 5 })
    expect(address).toMatch(/^https:\/\/objects\.example\.com\/storage\/v1\/s3\/pictures\/incoming\/a\/b\?/)
    expect(storage.keyOf(address)).toBe('incoming/a/b')
    expect(storage.keyOf(address.split('?')[0] ?? '')).toBe('incoming/a/b')
    const foreign = [
      '',
      'incoming/a/b',
      address.replace('objects.', 'other.'),
      address.replace('/pictures/', '/private/'),
      address.replace('https:', 'http:'),
    ]
    expect(foreign.filter((url) => storage.keyOf(url) !== null)).toEqual([])
  })

  test('an upload URL is valid for 15 minutes and fixes the type and length if they are given', async () => {
    const query = new URL(await storage.signUpload('k', { contentType: 'image/png', size: 5 })).searchParams
    expect(query.get('X-Amz-Expires')).toBe('900')
    expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
    expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
    const open = new URL(await storage.signUpload('k', { contentType: undefined, size: undefined }))
      .searchParams
    expect(open.get('X-Amz-SignedHeaders')).toBe('host')
  })

  test('the origin of the service is one that pages upload to', () => {
    expect(storage.uploadOrigins).toEqual(['https://objects.example.com'])
  })

  test('an unreachable service is one line at once, and then one a minute with the number of failures', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const error = vi.fn<Log['error']>()
    const ignore = () => undefined
    const heard = { debug: ignore, info: ignore, warn: ignore, error }
    const broken = { ...settings, accessKeyId: undefined as unknown as string }
    const away = openS3Storage(broken, { clock: systemClock, log: heard })
    const failTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) await away.read('k', 10).catch(ignore)
    }
    const failures = () => error.mock.calls.map(([fields]) => fields['failures'])
    await failTimes(100)
    expect(failures()).toEqual([1])
    vi.advanceTimersByTime(60_000)
    expect(failures()).toEqual([1, 99])
    vi.advanceTimersByTime(60_000)
    await failTimes(1)
    expect(failures()).toEqual([1, 99, 1])
  })

  test('an unreachable service leads to a 503 within seconds', async () => {
    const away = openS3Storage({ ...settings, endpoint: 'http://127.0.0.1:9' }, { clock: systemClock, log })
    const unavailable = { code: 'storage_unavailable', status: 503 }
    await expect(away.write('k', Buffer.from('x'), 'image/webp')).rejects.toMatchObject(unavailable)
    await expect(away.read('k', 10)).rejects.toMatchObject(unavailable)
    await expect(away.remove('k')).rejects.toMatchObject(unavailable)
  })
})

const service = await startS3Server()
if (typeof service === 'string')
  console.warn(`The tests against a real S3-compatible service are skipped. ${service}`)

describe.skipIf(typeof service === 'string')('A real S3-compatible service', () => {
  if (typeof service === 'string') return
  afterAll(() => service.stop())
  const clock = settableClock()
  const storage = openS3Storage(service.settings, { clock, log })
  const bytes = Buffer.from('as if it were a picture')
  const terms = { contentType: 'image/png', size: bytes.length }
  const newKey = () => `incoming/${clock.newId()}/${clock.newId()}`
  const read = (key: string) => storage.read(key, PICTURE_MAX_BYTES)

  test('accepts the upload that a URL was signed for', async () => {
    const key = newKey()
    expect((await put(await storage.signUpload(key, terms), bytes, 'image/png')).status).toBe(200)
    expect(await read(key)).toEqual(bytes)
  })

  test('accepts any image if neither type nor length was fixed', async () => {
    const key = newKey()
    const address = await storage.signUpload(key, { contentType: undefined, size: undefined })
    expect((await put(address, bytes, 'image/gif')).status).toBe(200)
    expect(await read(key)).toEqual(bytes)
  })

  test.for([
    ['a type other than the signed one', bytes, 'image/jpeg', (address: string) => address],
    ['a body larger than signed', Buffer.concat([bytes, bytes]), 'image/png', (address: string) => address],
    ['a body smaller than signed', bytes.subarray(1), 'image/png', (address: string) => address],
    [
      'a signature of zeros',
      bytes,
      'image/png',
      (address: string) => address.replace(/(Signature=)[0-9a-f]+/, `$1${'0'.repeat(64)}`),
    ],
    [
      'an expiry later than signed',
      bytes,
      'image/png',
      (address: string) => address.replace('Expires=900', 'Expires=9000'),
    ],
  ] as const)('refuses %s', async ([, body, type, tamper]) => {
    const key = newKey()
    const reply = await put(tamper(await storage.signUpload(key, terms)), body, type)
    expect([reply.status, await reply.text()]).toEqual([
      403,
      expect.stringContaining('SignatureDoesNotMatch'),
    ])
    expect(await read(key)).toBeNull()
  })

  test('refuses a URL signed with a wrong secret', async () => {
    const key = newKey()
    const forger = openS3Storage({ ...service.settings, secretAccessKey: 'guessed' }, { clock, log })
    expect((await put(await forger.signUpload(key, terms), bytes, 'image/png')).status).toBe(403)
    expect(await read(key)).toBeNull()
    await expect(forger.read(key, 10)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  test('refuses a URL after 15 minutes, with the message that upload clients look for', async () => {
    const key = newKey()
    const early = settableClock()
    early.pass(-16 * 60_000)
    const address = await openS3Storage(service.settings, { clock: early, log }).signUpload(key, terms)
    const reply = await put(address, bytes, 'image/png')
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('Request has expired')])
  })

  test('returns at most the allowed size and null for a missing object, and removes twice without error', async () => {
    const key = newKey()
    await storage.write(key, bytes, 'image/webp')
    await expect(storage.read(key, bytes.length - 1)).rejects.toMatchObject({ code: 'picture_too_large' })
    expect(await storage.read(key, bytes.length)).toEqual(bytes)
    await storage.remove(key)
    await storage.remove(key)
    expect(await read(key)).toBeNull()
  })

  test('lists all objects', async () => {
    const keys = ['pictures/listed.webp', 'exports/listed.zip']
    for (const key of keys) await storage.write(key, Buffer.from('x'), 'image/webp')
    const listed: string[] = []
    for await (const key of storage.list()) listed.push(key)
    expect(listed).toEqual(expect.arrayContaining(keys))
    expect(new Set(listed).size).toBe(listed.length)
  })

  test("stores a person's picture from the upload to the page", async () => {
    const server = await startServer({ config: { s3: service.settings } })
    try {
      const ada = await createUploader(server, 'ada')
      const jpeg = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#228844' } })
        .jpeg()
        .toBuffer()
      const set = async (form: (address: URL) => string) => {
        const address = await ada.uploadUrl({ contentType: 'image/jpeg', size: jpeg.length })
        expect(address.startsWith(`${service.settings.endpoint}/`)).toBe(true)
        expect((await put(address, jpeg, 'image/jpeg')).status).toBe(200)
        const { body } = await ada.setPicture(form(new URL(address)))
        expect(await read(storage.keyOf(address) ?? '')).toBeNull()
        return `${server.origin}${body.objectPath}`
      }
      const first = await set((address) => address.href)
      expect((await fetch(first)).headers.get('content-type')).toBe('image/webp')
      const second = await set((address) => `/objects/uploads/${storage.keyOf(address.href)}`)
      expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])
    } finally {
      await server.stop()
    }
  })
})
