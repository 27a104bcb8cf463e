// The copy of one's data in a bucket of a real S3-compatible service, as in production.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { sweepExports } from '#server/features/data-exports/request-export.ts'
import { exportKey } from '#server/features/data-exports/rules.ts'
import { dataExportFile, dataExports } from '#shared/contracts/data-exports.ts'
import { factors } from '#shared/contracts/factors.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { startS3Server } from '#test/s3-server.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

const service = await startS3Server()
if (typeof service === 'string')
  console.warn(`The tests against a real S3-compatible service are skipped. ${service}`)

describe.skipIf(typeof service === 'string')('A copy in a bucket', () => {
  if (typeof service === 'string') return
  const clock = daysClock()
  let server: TestServer
  let ada: Browser
  beforeAll(async () => {
    server = await startServer({ clock, config: { s3: service.settings } })
    await buildPeople(server.deps, { ada: creator({ signals: ['Bought ASML'] }), bob: member() })
    ada = await server.signIn('ada')
  })
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })
  /** A download needs a confirmed identity, and a sign-in counts as one for ten minutes. */
  const confirm = () => ada.call(factors.reauthenticate, { body: { password: 'signalpost' } })
  /** Reads past the server's own storage, so that the tests see what is in the bucket. */
  const inBucket = (key: string) =>
    openS3Storage(service.settings, { clock, log: server.deps.log }).read(key, 1e9)

  test('is stored there, only for its owner, and deleted after seven days', async () => {
    await ada.call(dataExports.request)
    await server.jobsDone()
    const { id, state, sizeInBytes } = await ada.call(dataExports.latest)
    expect(state).toBe('ready')
    const [key, path] = [exportKey(id ?? ''), dataExportFile(id ?? '')]

    const download = await ada.fetch(path)
    const bytes = Buffer.from(await download.arrayBuffer())
    expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(bytes).toHaveLength(sizeInBytes ?? 0)
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(await inBucket(key)).toEqual(bytes)

    expect((await (await server.signIn('bob')).fetch(path)).status).toBe(404)
    expect((await server.visitor().fetch(path)).status).toBe(401)
    // Without a signature, the bucket refuses everybody.
    const { endpoint, bucket } = service.settings
    expect((await fetch(`${endpoint}/${bucket}/${key}`)).ok).toBe(false)

    clock.pass(6.9)
    await sweepExports(server.deps)
    await confirm()
    expect((await ada.fetch(path)).status).toBe(200)
    clock.pass(0.2)
    await confirm()
    expect((await ada.fetch(path)).status).toBe(404)
    await sweepExports(server.deps)
    expect(await inBucket(key)).toBeNull()
    // A sweep that is repeated finds nothing to do.
    await sweepExports(server.deps)
    expect(await ada.call(dataExports.latest)).toMatchObject({ state: 'none' })
  })
})
