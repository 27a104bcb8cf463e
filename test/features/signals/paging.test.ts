// Reading signals page by page: none is lost or repeated, even if others are posted in the meantime.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#test/database.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, member, type Person, buildPeople } from '#tools/demo/build-people.ts'

const COUNT = 55
let server: TestServer
let people: Record<'ada' | 'bob', Person>
let [ada, bob]: Browser[] = []
beforeAll(async () => {
  server = await startServer()
  people = await buildPeople(server.deps, { ada: creator(), bob: member({ follows: ['ada'] }) })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
})
/** Only three different instants, so that neighbors often differ only in their ids. */
beforeEach(async () => {
  await server.jobsDone()
  await asOwner(server.database, 'delete from signals')
  await server.deps.pool.query(
    `insert into signals (id, user_id, content, signal_type, created_at)
     select gen_random_uuid(), $1, 'No. ' || n, 'buy', timestamptz '2026-01-01 00:00:00.001Z' + (n % 3) * interval '1 ms'
     from generate_series(1, $2) n`,
    [people.ada.id, COUNT],
  )
  await server.deps.pool.query(
    'insert into timelines select v, created_at, id, user_id from signals, unnest($1::uuid[]) v',
    [[people.ada.id, people.bob.id]],
  )
})
afterAll(() => server.stop())

type Listed = { id: string; createdAt: string; content: string }
const surfaces = {
  feed: () => '/api/signals/feed',
  everyone: () => '/api/signals/feed?scope=everyone',
  person: () => `/api/signals/user/${people.ada.id}`,
}

/** Follows the `Link` header to the end; `between` happens after each page. */
async function readAll(start: string, between: () => Promise<unknown> = async () => {}) {
  const pages: Listed[][] = []
  let path: string | undefined = start
  while (path !== undefined) {
    const response: Response | undefined = await bob?.fetch(path)
    pages.push((await response?.json()) as Listed[])
    path = /^<(\/api\/[^>]+)>; rel="next"$/.exec(response?.headers.get('link') ?? '')?.[1]
    await between()
  }
  return pages
}
const placeOf = ({ createdAt, id }: Listed) => createdAt + id

describe.each(Object.entries(surfaces))('The signals of %s', (_name, path) => {
  test('come in pages of 20, newest first, each once', async () => {
    const pages = await readAll(path())
    expect(pages.map((page) => page.length)).toEqual([20, 20, 15])
    const all = pages.flat()
    expect(new Set(all.map(({ content }) => content)).size).toBe(COUNT)
    expect(all.map(placeOf)).toEqual(all.map(placeOf).toSorted().toReversed())
  })

  test('come in pages of the requested size, to the end', async () => {
    const separator = path().includes('?') ? '&' : '?'
    const sizes = async (limit: number) =>
      (await readAll(`${path()}${separator}limit=${limit}`)).map((page) => page.length)
    expect(await sizes(11)).toEqual([11, 11, 11, 11, 11])
    expect(await sizes(100)).toEqual([55])
    expect((await sizes(1)).length).toBe(55)
  })

  test('are each returned once while others are being posted', async () => {
    let posted = 0
    const pages = await readAll(path(), async () => {
      await ada?.send('POST', '/api/signals', { content: `New ${(posted += 1)}` })
      await server.jobsDone()
    })
    const contents = pages.flat().map(({ content }) => content)
    expect(contents).toHaveLength(COUNT)
    expect(new Set(contents).size).toBe(COUNT)
    expect(contents.filter((content) => content.startsWith('New'))).toEqual([])
    expect((await readAll(path())).flat()).toHaveLength(COUNT + posted)
  })

  test.each([
    '',
    'x',
    '0',
    '.',
    '1.',
    'null',
    '1.2',
    '%00',
    '%F0%9F%9A%80',
    "1.' or true --",
    'zzzzzzzzzz.00000000-0000-4000-8000-000000000000',
    '-1.00000000-0000-4000-8000-000000000000',
    '1.00000000-0000-4000-8000-00000000000g',
    '1.00000000-0000-4000-8000-000000000000.1',
    '1&cursor=1',
    'a'.repeat(300),
  ])('are refused for the invalid cursor %s', async (cursor) => {
    const response = await bob?.send('GET', `${path()}${path().includes('?') ? '&' : '?'}cursor=${cursor}`)
    expect(response).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^invalid/) as unknown },
    })
  })
})

test('the last page has no link to a next one, even if it is full', async () => {
  const response = await bob?.fetch(`/api/signals/feed?limit=${COUNT}`)
  expect((await response?.json()) as Listed[]).toHaveLength(COUNT)
  expect(response?.headers.has('link')).toBe(false)
})

test('a cursor still works after its signal was deleted', async () => {
  const response = await bob?.fetch('/api/signals/feed?limit=10')
  const first = (await response?.json()) as Listed[]
  await asOwner(server.database, 'delete from signals where id = $1', [first.at(-1)?.id])
  const next = /<([^>]+)>/.exec(response?.headers.get('link') ?? '')?.[1] ?? ''
  const rest = (await readAll(next)).flat()
  expect(rest).toHaveLength(COUNT - 10)
  expect(rest.map(({ id }) => id)).not.toContain(first.at(-1)?.id)
})
