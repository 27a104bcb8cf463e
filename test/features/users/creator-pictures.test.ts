// A creator's picture on the profile of somebody with a similar name is refused, whichever of the two changed last.
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPeople, creator } from '#tools/demo/build-people.ts'
import { hashPictures } from '#server/features/users/hash-pictures.ts'
import { users } from '#shared/contracts/users.ts'
import { createUploader, put, type Uploader } from '#test/features/uploads/uploader.ts'
import { refusal, startServer, type TestServer } from '#test/server.ts'

const REFUSED = {
  status: 409,
  message: 'A creator with a similar name has this picture. Choose another picture.',
}

let server: TestServer
let maya: Uploader
beforeAll(async () => {
  server = await startServer()
  const people = await buildPeople(server.deps, { maya: creator({ displayName: 'Maya Lindqvist' }) })
  maya = await createUploader(server, 'maya', people.maya)
  expect(await upload(maya, await face())).toMatchObject({ status: 200 })
})
afterAll(() => server.stop())

/** A drawn face; other numbers make another one. */
function face(eyes = 200, hair = 90): Promise<Buffer> {
  const shape = (left: number, top: number, width: number, height: number, background: string) => ({
    input: { create: { width, height, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 600, height: 600, channels: 3, background: '#9bc' } })
    .composite([
      shape(120, 120, 360, 400, '#eca'),
      shape(100, 60, 400, hair, '#421'),
      shape(eyes, 240, 60, 40, '#000'),
      shape(eyes + 170, 240, 60, 40, '#000'),
      shape(eyes, 420, 180, 30, '#a33'),
    ])
    .png()
    .toBuffer()
}

async function upload(uploader: Uploader, bytes: Buffer) {
  const url = await uploader.uploadUrl()
  await put(url, bytes, 'image/png')
  const { status, body } = await uploader.setPicture(url)
  return { status, message: body.message }
}

test.each([
  ['the same file', (picture: Sharp) => picture],
  ['a small copy', (picture: Sharp) => picture.resize(120)],
  ['a much compressed copy', (picture: Sharp) => picture.jpeg({ quality: 30 })],
  ['a brighter copy', (picture: Sharp) => picture.modulate({ brightness: 1.15 })],
  ['a gray copy', (picture: Sharp) => picture.greyscale()],
])('“maya1” can’t use Maya’s picture: %s', async (_name, copy) => {
  const other = await createUploader(server, `maya${(count += 1)}`)
  const bytes = await copy(sharp(await face())).toBuffer()
  expect(await upload(other, bytes)).toEqual(REFUSED)
  expect(await other.profileImageUrl()).toBeNull()
})
let count = 0

test('“maya77” can use a picture of her own, also one of a single color', async () => {
  const other = await createUploader(server, 'maya77')
  expect(await upload(other, await face(150, 300))).toMatchObject({ status: 200 })
  const blue = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#22f' } })
    .png()
    .toBuffer()
  expect(await upload(maya, blue)).toMatchObject({ status: 200 })
  expect(await upload(other, blue)).toMatchObject({ status: 200 })
  expect(await upload(maya, await face())).toMatchObject({ status: 200 })
})

test('somebody with another name can have the same picture, until the name becomes similar', async () => {
  const omar = await createUploader(server, 'omar')
  expect(await upload(omar, await face())).toMatchObject({ status: 200 })
  const browser = await server.signIn('omar')
  const rename = (names: object) => browser.call(users.updateProfile, { body: names })
  for (const names of [{ username: 'the_real_maya' }, { displayName: 'Maya Lindqvist Jr' }])
    expect(await refusal(rename(names))).toMatchObject(REFUSED)
  expect(await rename({ displayName: 'Omar Haddad' })).toMatchObject({ displayName: 'Omar Haddad' })
})

test('Maya’s picture can’t be linked with the product’s own address', async () => {
  await createUploader(server, 'maya88')
  const browser = await server.signIn('maya88')
  const profileImageUrl = `${server.origin}${await maya.profileImageUrl()}`
  const link = browser.call(users.updateProfile, { body: { profileImageUrl } })
  expect(await refusal(link)).toMatchObject({ status: 403 })
})

test('the sweep recognizes a picture that an older version stored, and doesn’t stop at one that is gone', async () => {
  const { db } = server.deps
  const forget = { pictureHash: null, hashedPicture: null }
  await db.updateTable('users').set(forget).where('id', '=', maya.id).execute()
  const lost = await createUploader(server, 'nora')
  const gone = '/objects/pictures/00000000-0000-4000-8000-000000000000.webp'
  await db.updateTable('users').set({ profileImageUrl: gone }).where('id', '=', lost.id).execute()
  await hashPictures(server.deps)
  const other = await createUploader(server, 'maya99')
  expect(await upload(other, await face())).toEqual(REFUSED)
})
