// An administrator removes the text of a signal: text and salt are destroyed, everything else stays.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeText } from '#server/features/signals/hide-signal.ts'
import { signals } from '#shared/contracts/signals.ts'
import { buildPeople, creator, member } from '#tools/demo/build-people.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let ada: Browser
let bob: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator({}), bob: member({ follows: ['ada'] }) })
  ada = await server.signIn('ada')
  bob = await server.signIn('bob')
})
afterAll(() => server.stop())

async function loggedSignal(): Promise<string> {
  const body = { content: 'Unlawful words about @bob', signalType: 'buy' as const, tickers: ['NVDA'] }
  const { id } = await ada.call(signals.post, { body })
  await expect.poll(() => entriesOf(`"signal":"${id}"`)).toHaveLength(1)
  return id
}
const entriesOf = async (part: string) =>
  (
    await server.deps.pool.query<{ index: number; bytes: Buffer }>(
      "select index, bytes from record_entries where position($1 in convert_from(bytes, 'UTF8')) > 0 order by index",
      [part],
    )
  ).rows
const seenBy = (viewer: Browser, id: string) => viewer.call(signals.byId, { params: { id } })

test.each(['law', 'rules'] as const)('the text is gone, and the card says why: %s', async (reason) => {
  const id = await loggedSignal()
  await removeText(server.deps, id, reason)
  for (const viewer of [ada, bob]) {
    const seen = await seenBy(viewer, id)
    expect(seen).toMatchObject({ hidden: reason, signalType: 'buy', tickers: ['NVDA'] })
    expect(seen).not.toHaveProperty('content')
  }
  const { rows } = await server.deps.pool.query<object>(
    'select content, text_salt, (select count(*)::int from signal_mentions where signal_id = id) as mentions from signals where id = $1',
    [id],
  )
  expect(rows).toEqual([{ content: 'The text was removed.', text_salt: null, mentions: 0 }])
})

test('the log keeps the signal’s entry and says that its text was removed', async () => {
  const id = await loggedSignal()
  const [signal] = await entriesOf(`"signal":"${id}"`)
  await removeText(server.deps, id, 'law')
  const about = `"kind":"takedown","of":${signal?.index},`
  await expect.poll(() => entriesOf(about)).toHaveLength(1)
  const [entry] = await entriesOf(about)
  expect(JSON.parse(entry?.bytes.toString() ?? '')).toEqual({
    v: 1,
    kind: 'takedown',
    time: expect.any(String) as unknown,
    of: signal?.index,
    reason: 'law',
  })
  const answer = await server.visitor().fetch(`/log/signals/${id}`)
  expect(await answer.json()).toMatchObject({ index: signal?.index, opening: null })
})

test('a removal can’t be repeated, and needs an existing signal', async () => {
  const id = await loggedSignal()
  await removeText(server.deps, id, 'rules')
  await expect(removeText(server.deps, id, 'law')).rejects.toThrow('Its text was removed before')
  await expect(removeText(server.deps, '00000000-0000-4000-8000-000000000000', 'law')).rejects.toThrow(
    'There is no such signal',
  )
})
