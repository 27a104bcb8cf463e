// Objects as files: complete or absent, deleted when abandoned, refused when the disk is full.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepDiskUploads } from '#server/adapters/storage/disk.ts'
import { put } from './uploader.ts'
import { bytes, MINUTE_MS, openTestDisk, pngTerms, type TestDisk } from './test-disk.ts'

let disk: TestDisk
beforeAll(async () => {
  disk = await openTestDisk()
})
afterAll(() => disk.close())

test('An interrupted upload leaves nothing behind', async () => {
  const { key, address } = await disk.signed({ contentType: 'image/png', size: 100_000 })
  const call = request(address, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', 'content-length': 100_000 },
  })
  call.on('error', () => {})
  call.write(Buffer.alloc(50_000))
  await expect.poll(disk.unfinished).toHaveLength(1)
  expect(await disk.read(key)).toBeNull()
  call.destroy()
  await expect.poll(disk.unfinished).toEqual([])
  expect(await disk.read(key)).toBeNull()
})

test('Reading a too large object throws, a missing one is null, and removing twice is fine', async () => {
  const key = `pictures/${disk.clock.newId()}.webp`
  await disk.storage.write(key, bytes, 'image/webp')
  await expect(disk.storage.read(key, bytes.length - 1)).rejects.toMatchObject({ code: 'picture_too_large' })
  expect(await disk.storage.read(key, bytes.length)).toEqual(bytes)
  await disk.storage.remove(key)
  await disk.storage.remove(key)
  expect(await disk.storage.read(key, bytes.length)).toBeNull()
})

test('The sweep deletes uploads and unfinished files older than a day, and no pictures', async () => {
  const fresh = await disk.signed(pngTerms)
  await put(fresh.address, bytes, 'image/png')
  const old = await disk.signed(pngTerms)
  await put(old.address, bytes, 'image/png')
  const picture = `pictures/${disk.clock.newId()}.webp`
  await disk.storage.write(picture, bytes, 'image/webp')
  await writeFile(join(disk.folder, '.unfinished-x'), 'half')
  const yesterday = new Date(disk.clock.now().getTime() - 25 * 60 * MINUTE_MS)
  for (const path of [old.key, picture, '.unfinished-x'])
    await utimes(join(disk.folder, path), yesterday, yesterday)
  expect(await sweepDiskUploads(disk.settings)).toBe(2)
  expect([await disk.read(fresh.key), await disk.read(old.key), await disk.read(picture)]).toEqual([
    bytes,
    null,
    bytes,
  ])
  expect(await readdir(disk.folder)).not.toContain('.unfinished-x')
  expect(await sweepDiskUploads({ ...disk.settings, dataDir: join(disk.folder, 'nowhere') })).toBe(0)
})

describe('If the disk', () => {
  test('can’t be written, an upload is refused with 503 and the server keeps running', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-disk-'))
    await writeFile(join(dataDir, 'objects'), 'a file where a folder should be')
    const broken = await openTestDisk(dataDir)
    const { address } = await broken.signed(pngTerms)
    for (let attempt = 0; attempt < 2; attempt++) {
      const reply = await put(address, bytes, 'image/png')
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('60')
      expect(await reply.json()).toMatchObject({ code: 'storage_unavailable' })
    }
    await broken.close()
    await rm(dataDir, { recursive: true })
  })

  test('is full, an upload is refused with 503 and leaves nothing behind, and a smaller one still works', async ({
    skip,
  }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'signalpost-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDir], { stdio: 'ignore' })
    } catch {
      await rm(dataDir, { recursive: true })
      skip('a disk can be made small only where this account may mount one')
    }
    const full = await openTestDisk(dataDir)
    try {
      const size = 3 * 1024 * 1024
      const large = await full.signed({ contentType: 'image/png', size })
      const reply = await put(large.address, Buffer.alloc(size), 'image/png')
      const { code } = (await reply.json()) as { code: string }
      expect([reply.status, code]).toEqual([503, 'storage_unavailable'])
      expect(await full.read(large.key)).toBeNull()
      expect(await full.unfinished()).toEqual([])
      const small = await full.signed(pngTerms)
      expect((await put(small.address, bytes, 'image/png')).status).toBe(200)
    } finally {
      await full.close()
      execFileSync('umount', [dataDir])
      await rm(dataDir, { recursive: true })
    }
  })
})
