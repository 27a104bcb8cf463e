// Posting the same draft again, as after a lost response, stores one signal.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { creator, member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, {
    ada: creator(),
    cleo: creator(),
    bob: member({ follows: ['ada', 'cleo'] }),
  })
})
afterAll(() => server.stop())

test('five concurrent posts with the same id store one signal, and each returns it', async () => {
  const ada = await server.signIn('ada')
  const body = { content: 'Once', draftId: randomUUID() }
  const answers = await Promise.all(Array.from({ length: 5 }, () => ada.call(signals.post, { body })))
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([body.draftId]))
  await server.jobsDone()
  const bob = await server.signIn('bob')
  const shown = await bob.call(signals.feed, { query: {} })
  expect(shown.map(({ content }) => content)).toEqual(['Once'])
})

test('the id of an existing signal is refused, regardless of its author, and changes nothing', async () => {
  const [ada, cleo] = [await server.signIn('ada'), await server.signIn('cleo')]
  const draftId = randomUUID()
  await ada.call(signals.post, { body: { content: 'Hers', draftId } })
  for (const [browser, content] of [
    [cleo, 'Hers'],
    [ada, 'Other words'],
  ] as const)
    expect(await browser.send('POST', '/api/signals', { content, draftId })).toMatchObject({
      status: 409,
      body: { code: 'draft_taken' },
    })
  const bob = await server.signIn('bob')
  await server.jobsDone()
  const shown = await bob.call(signals.feed, { query: {} })
  expect(shown.filter(({ id }) => id === draftId)).toMatchObject([
    { content: 'Hers', author: { username: 'ada' } },
  ])
})
