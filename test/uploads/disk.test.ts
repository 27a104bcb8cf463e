// Pictures on disk: who holds a signed address may PUT what it says, whole, in time, and nothing else.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiskSettings, openDiskStorage, sweepDiskUploads } from '#server/outside/storage/disk.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { listenForUploads, log, put, settableClock } from './app.ts'

const MINUTE_MS = 60_000
const bytes = Buffer.from('as if it were a picture')
const png = { contentType: 'image/png', size: bytes.length }
const open = { contentType: undefined, size: undefined }
const clock = settableClock()
let settings: DiskSettings
let server: Awaited<ReturnType<typeof listenForUploads>>

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-disk-'))
  settings = { dataDir, secret: 'a secret of the tests, and long', clock, log }
  server = await listenForUploads(settings)
})
afterAll(async () => {
  await server.close()
  await rm(settings.dataDir, { recursive: true })
})

const newKey = () => `incoming/${clock.newId()}/${clock.newId()}`
const storage = () => openDiskStorage(settings)
async function signed(terms: Parameters<ReturnType<typeof storage>['signUpload']>[1], key = newKey()) {
  return { key, address: new URL(await storage().signUpload(key, terms), server.origin).href }
}
const read = (key: string) => storage().read(key, PICTURE_MAX_BYTES)

/** Sends a refused upload and expects the refusal, and that nothing of the upload stays. */
async function refused(address: string, key: string, body: Buffer | ReadableStream, type: string) {
  const reply = await put(address, body, type)
  const said = (await reply.json()) as { code: string; message: string }
  expect(await read(key)).toBeNull()
  expect(
    (await readdir(join(settings.dataDir, 'objects')).catch(() => [])).filter((name) => name.startsWith('.')),
  ).toEqual([])
  return { status: reply.status, ...said }
}

describe('A signed address', () => {
  test('takes what it was signed for, and its owner alone can read the file', async () => {
    const { key, address } = await signed(png)
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    expect(await read(key)).toEqual(bytes)
    expect((await stat(join(settings.dataDir, 'objects', key))).mode & 0o777).toBe(0o600)
  })

  test('takes the same upload again, as when the first answer was lost', async () => {
    const { key, address } = await signed(png)
    await put(address, bytes, 'image/png')
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    expect(await read(key)).toEqual(bytes)
  })

  test('without terms takes any image up to 5 MB, and not a byte more', async () => {
    const { key, address } = await signed(open)
    expect((await put(address, Buffer.alloc(PICTURE_MAX_BYTES, 7), 'image/webp')).status).toBe(200)
    expect((await read(key))?.length).toBe(PICTURE_MAX_BYTES)
    const other = await signed(open)
    const said = await refused(other.address, other.key, Buffer.alloc(PICTURE_MAX_BYTES + 1), 'image/webp')
    expect(said).toMatchObject({ status: 413, code: 'picture_too_large' })
  })

  test('is known again with and without its query, under any host, and no other address is', async () => {
    const { key, address } = await signed(png)
    const path = `/objects/uploads/${key}`
    const known = [address, address.split('?')[0] ?? '', path, `https://pictures.example.com${path}?x=1`]
    expect(known.map((url) => storage().keyOf(url))).toEqual(known.map(() => key))
    const foreign = [
      '',
      'https://example.com/a.png',
      `ftp://x${path}`,
      '/objects/uploads/../../etc/passwd',
      `${path}%2f..%2f..`,
      '/objects/uploads/.hidden',
      'http://[',
    ]
    expect(foreign.filter((url) => storage().keyOf(url) !== null)).toEqual([])
  })
})

describe('Refused is', () => {
  test('an address whose 15 minutes are over, in the words upload clients look for', async () => {
    const { key, address } = await signed(png)
    clock.pass(14 * MINUTE_MS)
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    await storage().remove(key)
    clock.pass(MINUTE_MS)
    const said = await refused(address, key, bytes, 'image/png')
    expect(said).toEqual({ status: 403, code: 'upload_expired', message: 'Request has expired' })
  })

  test.for(['expires', 'type', 'size', 'signature'])(
    'an address whose %s was changed or taken out',
    async (name) => {
      const { key, address } = await signed(png)
      const changed = new URL(address)
      changed.searchParams.set(
        name,
        { expires: '9999999999', type: 'image/gif', size: '5000000' }[name] ?? 'A'.repeat(43),
      )
      const removed = new URL(address)
      removed.searchParams.delete(name)
      for (const { href } of [changed, removed])
        expect(await refused(href, key, bytes, 'image/png')).toMatchObject({
          status: 403,
          code: 'upload_refused',
        })
    },
  )

  test('an address for another object', async () => {
    const { address } = await signed(png)
    const key = newKey()
    const moved = new URL(address)
    moved.pathname = `/objects/uploads/${key}`
    expect(await refused(moved.href, key, bytes, 'image/png')).toMatchObject({
      status: 403,
      code: 'upload_refused',
    })
  })

  test('an address signed with another secret', async () => {
    const key = newKey()
    const forged = await openDiskStorage({ ...settings, secret: 'another secret, just as long' }).signUpload(
      key,
      png,
    )
    const said = await refused(new URL(forged, server.origin).href, key, bytes, 'image/png')
    expect(said).toMatchObject({ status: 403, code: 'upload_refused' })
  })

  test.for([
    '/objects/uploads/../../../etc/cron.d/x',
    '/objects/uploads/%2e%2e%2f%2e%2e%2fx',
    '/objects/uploads/incoming/..%5c..%5cx',
    '/objects/uploads/',
  ])('a path that leads elsewhere: %s', async (path) => {
    // Node's own client sends the path as it is written.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(server.origin)
      const call = request(
        { port, host: '127.0.0.1', method: 'PUT', path, headers: { 'content-type': 'image/png' } },
        (reply) => {
          reply.resume()
          resolve(reply.statusCode)
        },
      )
      call.on('error', reject)
      call.end(bytes)
    })
    expect([403, 404]).toContain(status)
  })

  test('another image type than the signed one, and whatever is no image', async () => {
    const { key, address } = await signed(png)
    expect(await refused(address, key, bytes, 'image/jpeg')).toMatchObject({
      status: 403,
      code: 'upload_refused',
    })
    expect(await refused(address, key, bytes, 'text/html')).toMatchObject({
      status: 415,
      code: 'not_an_image',
    })
    const zipped = await fetch(address, {
      method: 'PUT',
      body: bytes,
      headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
    })
    expect([zipped.status, await read(key)]).toEqual([415, null])
    const any = await signed(open)
    expect(await refused(any.address, any.key, bytes, 'application/json')).toMatchObject({
      status: 415,
      code: 'not_an_image',
    })
  })

  test('a body larger than signed, whether it says so or not', async () => {
    const { key, address } = await signed(png)
    const said = await refused(address, key, Buffer.alloc(bytes.length + 1), 'image/png')
    expect(said).toMatchObject({ status: 413, code: 'too_large' })
    const unsaid = await refused(address, key, inPieces(1000, 3), 'image/png')
    expect(unsaid).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('a body without end: it is cut off soon after the answer', async () => {
    const { key, address } = await signed(open)
    const { host, port, pathname, search } = new URL(address)
    // A bare connection, since any real client stops by itself once it is answered.
    const socket = connect(Number(port), '127.0.0.1')
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => {})
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const send = () => {
      while (!socket.destroyed && socket.bytesWritten < 200 * 1024 * 1024 && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(socket.bytesWritten).toBeLessThan(40 * 1024 * 1024)
    expect(await read(key)).toBeNull()
  })
})

test('An upload that breaks off leaves nothing behind', async () => {
  const { key, address } = await signed({ contentType: 'image/png', size: 100_000 })
  const call = request(address, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', 'content-length': 100_000 },
  })
  call.on('error', () => {})
  call.write(Buffer.alloc(50_000))
  const folder = join(settings.dataDir, 'objects')
  const unfinished = async () => (await readdir(folder)).filter((name) => name.startsWith('.'))
  await expect.poll(unfinished).toHaveLength(1)
  expect(await read(key)).toBeNull()
  call.destroy()
  await expect.poll(unfinished).toEqual([])
  expect(await read(key)).toBeNull()
})

test('An object larger than the reader allows is refused, a missing one is null, and removing twice is fine', async () => {
  const key = `pictures/${clock.newId()}.webp`
  await storage().write(key, bytes, 'image/webp')
  await expect(storage().read(key, bytes.length - 1)).rejects.toMatchObject({ code: 'picture_too_large' })
  expect(await storage().read(key, bytes.length)).toEqual(bytes)
  await storage().remove(key)
  await storage().remove(key)
  expect(await storage().read(key, bytes.length)).toBeNull()
})

test('The sweep removes uploads older than a day and unfinished files, and no picture', async () => {
  const fresh = await signed(png)
  await put(fresh.address, bytes, 'image/png')
  const old = await signed(png)
  await put(old.address, bytes, 'image/png')
  const picture = `pictures/${clock.newId()}.webp`
  await storage().write(picture, bytes, 'image/webp')
  const folder = join(settings.dataDir, 'objects')
  await writeFile(join(folder, '.unfinished-x'), 'half')
  const yesterday = new Date(clock.now().getTime() - 25 * 60 * MINUTE_MS)
  for (const path of [old.key, picture, '.unfinished-x'])
    await utimes(join(folder, path), yesterday, yesterday)
  expect(await sweepDiskUploads(settings)).toBe(2)
  expect([await read(fresh.key), await read(old.key), await read(picture)]).toEqual([bytes, null, bytes])
  expect(await readdir(folder)).not.toContain('.unfinished-x')
  expect(await sweepDiskUploads({ ...settings, dataDir: join(folder, 'nowhere') })).toBe(0)
})

describe('When the disk', () => {
  test('can not be written, an upload is refused with 503 and the server goes on', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-disk-'))
    await writeFile(join(dataDir, 'objects'), 'a file where a folder should be')
    const broken = { ...settings, dataDir }
    const app = await listenForUploads(broken)
    const address = new URL(await openDiskStorage(broken).signUpload(newKey(), png), app.origin).href
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await put(address, bytes, 'image/png')
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('60')
      expect(await reply.json()).toMatchObject({ code: 'storage_unavailable' })
    }
    await app.close()
    await rm(dataDir, { recursive: true })
  })

  test('is full, an upload is refused with 503, leaves nothing, and works once there is room', async ({
    skip,
  }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir], { stdio: 'ignore' })
    } catch {
      await rm(dataDir, { recursive: true })
      skip('a disk can be made small only where this account may mount one')
    }
    const full = { ...settings, dataDir }
    const app = await listenForUploads(full)
    try {
      const large = { contentType: 'image/png', size: 3 * 1024 * 1024 }
      const key = newKey()
      const address = new URL(await openDiskStorage(full).signUpload(key, large), app.origin).href
      const reply = await put(address, Buffer.alloc(large.size), 'image/png')
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
        503,
        'storage_unavailable',
      ])
      expect(await openDiskStorage(full).read(key, large.size)).toBeNull()
      expect((await readdir(join(dataDir, 'objects'))).filter((name) => name.startsWith('.'))).toEqual([])
      expect((await put(address, bytes, 'image/png')).status).toBe(200)
    } finally {
      await app.close()
      execFileSync('umount', [dataDir])
      await rm(dataDir, { recursive: true })
    }
  })
})

/** A body that comes in pieces and does not tell its length. */
function inPieces(size: number, count: number): ReadableStream {
  let left = count
  return new ReadableStream({
    async pull(controller) {
      await sleep(5)
      if (left-- > 0) controller.enqueue(new Uint8Array(size))
      else controller.close()
    },
  })
}
