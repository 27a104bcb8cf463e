// Uploads to disk: a signed URL accepts the upload that it was signed for, in time, and nothing else.
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDiskStorage } from '#server/adapters/storage/disk.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { put } from './uploader.ts'
import { bytes, MINUTE_MS, openTerms, openTestDisk, pngTerms, type TestDisk } from './test-disk.ts'

let disk: TestDisk
beforeAll(async () => {
  disk = await openTestDisk()
})
afterAll(() => disk.close())

/** Sends an upload that must be refused, expects that nothing of it is stored, and returns the refusal. */
async function refused(address: string, key: string, body: Buffer | ReadableStream, type: string) {
  const reply = await put(address, body, type)
  const problem = (await reply.json()) as { code: string; message: string }
  expect(await disk.read(key)).toBeNull()
  expect(await disk.unfinished()).toEqual([])
  return { status: reply.status, ...problem }
}

describe('A signed URL', () => {
  test('accepts the upload that it was signed for, and only the server’s account can read the file', async () => {
    const { key, address } = await disk.signed(pngTerms)
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    expect(await disk.read(key)).toEqual(bytes)
    expect((await stat(join(disk.folder, key))).mode & 0o777).toBe(0o600)
  })

  test('accepts the same upload again, as after a lost response', async () => {
    const { key, address } = await disk.signed(pngTerms)
    await put(address, bytes, 'image/png')
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    expect(await disk.read(key)).toEqual(bytes)
  })

  // @spec-5.35
  test('without terms accepts any image of up to 5 MB, and not a byte more', async () => {
    const { key, address } = await disk.signed(openTerms)
    expect((await put(address, Buffer.alloc(PICTURE_MAX_BYTES, 7), 'image/webp')).status).toBe(200)
    expect((await disk.read(key))?.length).toBe(PICTURE_MAX_BYTES)
    const other = await disk.signed(openTerms)
    const said = await refused(other.address, other.key, Buffer.alloc(PICTURE_MAX_BYTES + 1), 'image/webp')
    expect(said).toMatchObject({ status: 413, code: 'picture_too_large' })
  })

  test('is recognized with and without its query, under any host, and no other URL is', async () => {
    const { key, address } = await disk.signed(pngTerms)
    const path = `/objects/uploads/${key}`
    const known = [address, address.split('?')[0] ?? '', path, `https://pictures.example.com${path}?x=1`]
    expect(known.map((url) => disk.storage.keyOf(url))).toEqual(known.map(() => key))
    const foreign = [
      '',
      'https://example.com/a.png',
      `ftp://x${path}`,
      '/objects/uploads/../../etc/passwd',
      `${path}%2f..%2f..`,
      '/objects/uploads/.hidden',
      'http://[',
    ]
    expect(foreign.filter((url) => disk.storage.keyOf(url) !== null)).toEqual([])
  })
})

describe('The server refuses', () => {
  // @spec-8.37
  test('a URL after 15 minutes, with the message that upload clients look for', async () => {
    const { key, address } = await disk.signed(pngTerms)
    disk.clock.pass(14 * MINUTE_MS)
    expect((await put(address, bytes, 'image/png')).status).toBe(200)
    await disk.storage.remove(key)
    disk.clock.pass(MINUTE_MS)
    const said = await refused(address, key, bytes, 'image/png')
    expect(said).toMatchObject({ status: 403, code: 'upload_expired', message: 'Request has expired' })
  })

  test.for(['expires', 'type', 'size', 'signature'])(
    'a URL whose %s was changed or removed',
    async (name) => {
      const { key, address } = await disk.signed(pngTerms)
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

  test('a URL for another object', async () => {
    const { address } = await disk.signed(pngTerms)
    const key = disk.newKey()
    const moved = new URL(address)
    moved.pathname = `/objects/uploads/${key}`
    expect(await refused(moved.href, key, bytes, 'image/png')).toMatchObject({
      status: 403,
      code: 'upload_refused',
    })
  })

  test('a URL signed with another secret', async () => {
    const key = disk.newKey()
    const forged = await openDiskStorage({
      ...disk.settings,
      secrets: ['another secret, just as long'],
    }).signUpload(key, pngTerms)
    const said = await refused(new URL(forged, disk.origin).href, key, bytes, 'image/png')
    expect(said).toMatchObject({ status: 403, code: 'upload_refused' })
  })

  test.for([
    '/objects/uploads/../../../etc/cron.d/x',
    '/objects/uploads/%2e%2e%2f%2e%2e%2fx',
    '/objects/uploads/incoming/..%5c..%5cx',
    '/objects/uploads/',
  ])('a path that leads outside the uploads: %s', async (path) => {
    // `request` sends the path as written; `fetch` would normalize it.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const { port } = new URL(disk.origin)
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

  // @spec-5.34
  test('an image type other than the signed one, and anything that is not an image', async () => {
    const { key, address } = await disk.signed(pngTerms)
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
    expect([zipped.status, await disk.read(key)]).toEqual([415, null])
    const any = await disk.signed(openTerms)
    expect(await refused(any.address, any.key, bytes, 'application/json')).toMatchObject({
      status: 415,
      code: 'not_an_image',
    })
  })

  test('a body larger than signed, with and without a Content-Length', async () => {
    const { key, address } = await disk.signed(pngTerms)
    const said = await refused(address, key, Buffer.alloc(bytes.length + 1), 'image/png')
    expect(said).toMatchObject({ status: 413, code: 'too_large' })
    const chunked = await refused(address, key, inPieces(1000, 3), 'image/png')
    expect(chunked).toMatchObject({ status: 413, code: 'too_large' })
  })

  test('an endless body, and closes the connection soon after its response', async () => {
    const { key, address } = await disk.signed(openTerms)
    const { host, port, pathname, search } = new URL(address)
    // A bare socket, because any HTTP client stops by itself once it gets a response.
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
    expect(await disk.read(key)).toBeNull()
  })
})

/** A body that arrives in pieces, without a Content-Length. */
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
