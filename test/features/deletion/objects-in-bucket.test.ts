// Deleting an account removes its objects from a bucket of a real S3-compatible service, as in production.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeople, member } from '#tools/demo/build-people.ts'
import { openS3Storage } from '#server/adapters/storage/s3.ts'
import { exportKey } from '#server/features/data-exports/rules.ts'
import { dataExports } from '#shared/contracts/data-exports.ts'
import { daysClock } from '#test/features/billing/billing-steps.ts'
import { startS3Server } from '#test/s3-server.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { setPicture } from './canary-person.ts'
import { removeWhoeverIsDue, requestDeletion } from './deletion-steps.ts'

const service = await startS3Server()
if (typeof service === 'string')
  console.warn(`The tests against a real S3-compatible service are skipped. ${service}`)

describe.skipIf(typeof service === 'string')('In a bucket', () => {
  if (typeof service === 'string') return
  const clock = daysClock()
  let server: TestServer
  beforeAll(async () => void (server = await startServer({ clock, config: { s3: service.settings } })))
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })
  /** Lists past the server's own storage, without the log's head and its database's address, which name no one. */
  const keys = async () => {
    const found: string[] = []
    for await (const key of openS3Storage(service.settings, { clock, log: server.deps.log }).list())
      if (!key.startsWith('log-head')) found.push(key)
    return found.toSorted()
  }

  test('the picture and the copy of the data are removed, and another person’s picture isn’t', async () => {
    await buildPeople(server.deps, { ada: member(), bob: member() })
    const [ada, bob] = [await server.signIn('ada'), await server.signIn('bob')]
    const pictureOf = async (browser: typeof ada) => (await setPicture(browser)).replace('/objects/', '')
    const [adas, bobs] = [await pictureOf(ada), await pictureOf(bob)]
    await requestDeletion(ada, 'ada')
    clock.pass(13)
    // A copy can still be requested, and is less than seven days old when the account is deleted.
    const back = await server.signIn('ada')
    await back.call(dataExports.request)
    await server.jobsDone()
    const { id } = await back.call(dataExports.latest)
    expect(await keys()).toEqual([adas, bobs, exportKey(id ?? '')].toSorted())
    clock.pass(1.01)
    await removeWhoeverIsDue(server)
    expect(await keys()).toEqual([bobs])
  })
})
