// A person's picture, from the upload to the page, with the disk storage.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiskSettings, openDiskStorage } from '#server/adapters/storage/disk.ts'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { listenForPictures, log, put, settableClock } from './app.ts'

let disk: DiskSettings
let server: Awaited<ReturnType<typeof listenForPictures>>
let jpeg: Buffer

beforeAll(async () => {
  disk = {
    dataDir: await mkdtemp(join(tmpdir(), 'signalpost-pictures-')),
    secret: 'a secret of the tests, and long',
    clock: settableClock(),
    log,
  }
  server = await listenForPictures(disk)
  jpeg = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#228844' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await server.close()
  await rm(disk.dataDir, { recursive: true })
})

type Person = Awaited<ReturnType<(typeof server)['person']>>
async function uploaded(person: Person, bytes = jpeg, contentType = 'image/jpeg') {
  const address = await person.start({ contentType, size: bytes.length })
  expect((await put(address, bytes, contentType)).status).toBe(200)
  return address
}
const stored = (folder: string) => readdir(join(disk.dataDir, 'objects', folder)).catch(() => [] as string[])

// @spec-3.59 @spec-7.15 @spec-7.16 @spec-7.41
test('An upload becomes the picture of its uploader, which anyone may see and keep', async () => {
  const ada = await server.person('ada')
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

test('A new picture replaces the old one, whose file goes', async () => {
  const bob = await server.person('bob')
  const first = (await bob.setPicture(await uploaded(bob))).body.objectPath ?? ''
  const second = (await bob.setPicture(await uploaded(bob))).body.objectPath ?? ''
  expect(second).not.toBe(first)
  expect(await bob.profileImageUrl()).toBe(second)
  expect((await fetch(server.origin + first)).status).toBe(404)
  expect((await fetch(server.origin + second)).status).toBe(200)
})

test('Of several pictures set at the same moment one stays, and no other file', async () => {
  const eve = await server.person('eve')
  const before = new Set(await stored('pictures'))
  const addresses = await Promise.all([uploaded(eve), uploaded(eve), uploaded(eve)])
  const answers = await Promise.all(addresses.map((address) => eve.setPicture(address)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const left = (await stored('pictures')).filter((name) => !before.has(name))
  expect(left.map((name) => `/objects/pictures/${name}`)).toEqual([await eve.profileImageUrl()])
})

// @spec-7.16
test('The upload may be named with its query, without it, or by its path', async () => {
  const fay = await server.person('fay')
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
test('An address asked for without saying type and size takes any image', async () => {
  const gus = await server.person('gus')
  const address = await gus.start()
  const png = await sharp(jpeg).png().toBuffer()
  expect((await put(address, png, 'image/png')).status).toBe(200)
  expect((await gus.setPicture(address)).status).toBe(200)
})

/** Asks for an address to upload to, for what is declared. */
const start = async (declared: unknown, cookie = '') => {
  const reply = await fetch(`${server.origin}/api/objects/upload`, {
    method: 'POST',
    body: JSON.stringify(declared),
    headers: { 'content-type': 'application/json', cookie },
  })
  return { status: reply.status, body: (await reply.json()) as unknown }
}

test('An address is given for whatever is declared within the limits', async () => {
  const { cookie } = await server.person('oda')
  for (const declared of [null, {}, { size: PICTURE_MAX_BYTES }, { contentType: 'image/svg+xml', size: 1 }])
    expect(await start(declared, cookie)).toMatchObject({ status: 200 })
})

describe('Refused, and the profile stays as it was, is', () => {
  test("somebody else's upload, which stays theirs", async () => {
    const [ivy, joe] = [await server.person('ivy'), await server.person('joe')]
    const address = await uploaded(ivy)
    expect(await joe.setPicture(address)).toMatchObject({ status: 403, body: { code: 'not_your_upload' } })
    expect(await joe.profileImageUrl()).toBeNull()
    expect((await ivy.setPicture(address)).status).toBe(200)
  })

  test('an upload that never came, was used already, or is none', async () => {
    const kim = await server.person('kim')
    const used = await uploaded(kim)
    await kim.setPicture(used)
    const picture = await kim.profileImageUrl()
    for (const address of [await kim.start(), used, 'https://example.com/me.png', picture ?? ''])
      expect(await kim.setPicture(address)).toMatchObject({ status: 404, body: { code: 'upload_not_found' } })
    expect(await kim.profileImageUrl()).toBe(picture)
  })

  // @spec-5.36
  test('a file that is no picture, and it is thrown away', async () => {
    const lou = await server.person('lou')
    const address = await uploaded(lou, Buffer.from('<script>alert(1)</script>'), 'image/png')
    expect(await lou.setPicture(address)).toMatchObject({
      status: 400,
      body: { code: 'bad_picture', message: 'Failed to process uploaded image' },
    })
    expect(await lou.profileImageUrl()).toBeNull()
    expect(await stored(`incoming/${lou.id}`)).toEqual([])
  })

  // @spec-9.13
  test('an object larger than 5 MB, however it got there', async () => {
    const mia = await server.person('mia')
    const address = await mia.start()
    const storage = openDiskStorage(disk)
    await storage.write(storage.keyOf(address) ?? '', Buffer.alloc(PICTURE_MAX_BYTES + 1), 'image/png')
    expect(await mia.setPicture(address)).toMatchObject({ status: 413, body: { code: 'picture_too_large' } })
  })

  let nan: Person
  beforeAll(async () => void (nan = await server.person('nan')))
  test('a stranger', async () => {
    expect(await start({})).toMatchObject({ status: 401 })
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
  ])('what is declared as %j, with %i', async (declared, status, body) => {
    expect(await start(declared, nan.cookie)).toMatchObject({ status, body })
  })
})

test('A picture that does not exist is answered with a problem, not with a page', async () => {
  for (const name of ['x.webp', '0190a1b2-0000-4000-8000-0000000000ff.webp', '..%2f..%2fsession-secret']) {
    const reply = await fetch(`${server.origin}/objects/pictures/${name}`)
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'not_found' }])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('etag')).toBeNull()
  }
})
