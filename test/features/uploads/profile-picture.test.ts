// A profile picture from the upload to the page, with the disk storage.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { createUploader, put, type Uploader } from './uploader.ts'

let server: TestServer
let jpeg: Buffer

beforeAll(async () => {
  server = await startServer()
  jpeg = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#228844' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.stop())

const person = (username: string) => createUploader(server, username)
async function uploaded(uploader: Uploader, bytes = jpeg, contentType = 'image/jpeg') {
  const url = await uploader.uploadUrl({ contentType, size: bytes.length })
  expect((await put(url, bytes, contentType)).status).toBe(200)
  return url
}
const stored = (folder: string) =>
  readdir(join(server.deps.config.dataDir, 'objects', folder)).catch(() => [] as string[])

// @spec-3.59 @spec-7.15 @spec-7.16 @spec-7.41
test('An upload becomes its uploader’s picture, which anyone may see and cache', async () => {
  const ada = await person('ada')
  const address = await uploaded(ada)
  expect(address).toMatch(new RegExp(`^${server.origin}/objects/uploads/incoming/${ada.id}/`))
  const { status, body } = await ada.setPicture(address)
  expect(status).toBe(200)
  expect(body.objectPath).toMatch(/^\/objects\/pictures\/[0-9a-f-]{36}\.webp$/)
  expect(await ada.profileImageUrl()).toBe(body.objectPath)

  const seen = await fetch(server.origin + body.objectPath)
  expect(seen.status).toBe(200)
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 512,
    height: 512,
  })
  const again = await fetch(server.origin + body.objectPath, {
    headers: { 'if-none-match': seen.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect(await stored(`incoming/${ada.id}`)).toEqual([])
})

test('A new picture replaces the old one, whose file is deleted', async () => {
  const bob = await person('bob')
  const first = (await bob.setPicture(await uploaded(bob))).body.objectPath ?? ''
  const second = (await bob.setPicture(await uploaded(bob))).body.objectPath ?? ''
  expect(second).not.toBe(first)
  expect(await bob.profileImageUrl()).toBe(second)
  expect((await fetch(server.origin + first)).status).toBe(404)
  expect((await fetch(server.origin + second)).status).toBe(200)
})

test('If several pictures are set at the same time, one stays, and the other files are deleted', async () => {
  const eve = await person('eve')
  const before = new Set(await stored('pictures'))
  const addresses = await Promise.all([uploaded(eve), uploaded(eve), uploaded(eve)])
  const answers = await Promise.all(addresses.map((address) => eve.setPicture(address)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const left = (await stored('pictures')).filter((name) => !before.has(name))
  expect(left.map((name) => `/objects/pictures/${name}`)).toEqual([await eve.profileImageUrl()])
})

// @spec-7.16
test('An upload may be named by its URL with or without the query, or by its path', async () => {
  const fay = await person('fay')
  for (const form of [
    (url: URL) => url.href,
    (url: URL) => url.origin + url.pathname,
    (url: URL) => url.pathname,
  ]) {
    const address = new URL(await uploaded(fay))
    expect((await fay.setPicture(form(address))).status).toBe(200)
  }
})

// @spec-7.15
test('An upload URL requested without type and size accepts any image', async () => {
  const gus = await person('gus')
  const address = await gus.uploadUrl()
  const png = await sharp(jpeg).png().toBuffer()
  expect((await put(address, png, 'image/png')).status).toBe(200)
  expect((await gus.setPicture(address)).status).toBe(200)
})

test('An upload URL is given for any type and size within the limits', async () => {
  const oda = await person('oda')
  for (const declared of [null, {}, { size: PICTURE_MAX_BYTES }, { contentType: 'image/svg+xml', size: 1 }])
    expect(await oda.requestUpload(declared)).toMatchObject({ status: 200 })
})

describe('The server refuses, and leaves the profile unchanged,', () => {
  test("somebody else's upload, which its owner can still use", async () => {
    const [ivy, joe] = [await person('ivy'), await person('joe')]
    const address = await uploaded(ivy)
    expect(await joe.setPicture(address)).toMatchObject({ status: 403, body: { code: 'not_your_upload' } })
    expect(await joe.profileImageUrl()).toBeNull()
    expect((await ivy.setPicture(address)).status).toBe(200)
  })

  test('an upload that never happened, was already used, or is something else', async () => {
    const kim = await person('kim')
    const used = await uploaded(kim)
    await kim.setPicture(used)
    const picture = await kim.profileImageUrl()
    for (const address of [await kim.uploadUrl(), used, 'https://example.com/me.png', picture ?? ''])
      expect(await kim.setPicture(address)).toMatchObject({ status: 404, body: { code: 'upload_not_found' } })
    expect(await kim.profileImageUrl()).toBe(picture)
  })

  // @spec-5.36
  test('a file that is not a picture, and deletes it', async () => {
    const lou = await person('lou')
    const address = await uploaded(lou, Buffer.from('<script>alert(1)</script>'), 'image/png')
    expect(await lou.setPicture(address)).toMatchObject({
      status: 400,
      body: { code: 'bad_picture', message: 'Failed to process uploaded image' },
    })
    expect(await lou.profileImageUrl()).toBeNull()
    expect(await stored(`incoming/${lou.id}`)).toEqual([])
  })

  // @spec-9.13
  test('an object larger than 5 MB, even if it bypassed the upload', async () => {
    const mia = await person('mia')
    const address = await mia.uploadUrl()
    const { storage } = server.deps
    await storage.write(storage.keyOf(address) ?? '', Buffer.alloc(PICTURE_MAX_BYTES + 1), 'image/png')
    expect(await mia.setPicture(address)).toMatchObject({ status: 413, body: { code: 'picture_too_large' } })
  })

  let nan: Uploader
  beforeAll(async () => void (nan = await person('nan')))
  test('a visitor who is not signed in', async () => {
    expect(await server.visitor().send('POST', '/api/objects/upload', {})).toMatchObject({ status: 401 })
  })

  const tooLarge = { code: 'picture_too_large', message: 'The picture is larger than 5 MB' }
  const noImage = { code: 'not_an_image', message: 'Only images can be uploaded' }
  test.each([
    [{ size: PICTURE_MAX_BYTES + 1 }, 413, tooLarge],
    [{ contentType: 'image/png', size: Number.MAX_SAFE_INTEGER }, 413, tooLarge],
    [{ contentType: 'text/html' }, 415, noImage],
    [{ contentType: 'text/html', size: PICTURE_MAX_BYTES + 1 }, 415, noImage],
    [{ contentType: 'image/png; charset=x' }, 415, noImage],
    [{ contentType: '' }, 415, noImage],
    [{ size: 0 }, 400, { code: 'invalid', message: 'The picture is empty' }],
    [{ size: 1.5 }, 400, { code: 'invalid' }],
  ])('an upload declared as %j, with %i', async (declared, status, body) => {
    expect(await nan.requestUpload(declared)).toMatchObject({ status, body })
  })
})

test('A request for a missing picture gets a problem, not a page', async () => {
  for (const name of ['x.webp', '0190a1b2-0000-4000-8000-0000000000ff.webp', '..%2f..%2fsession-secret']) {
    const reply = await fetch(`${server.origin}/objects/pictures/${name}`)
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('etag')).toBeNull()
  }
})
