// Text is returned exactly as people wrote it, in every script.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signals } from '#shared/contracts/signals.ts'
import { users } from '#shared/contracts/users.ts'
import { type Browser, startServer, type TestServer } from '#test/server.ts'
import { creator, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
let ada: Browser
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: creator() })
  ada = await server.signIn('ada')
})
afterAll(() => server.stop())

describe.each([
  ['emoji made of many parts', '👩🏽‍🚀👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['right to left', 'مرحبا שלום ‎abc‏'],
  ['combining marks, not normalised', 'é́̂ and é'],
  ['letters beyond the first plane', '𝕊𝕚𝕘𝕟𝕒𝕝 𠮷野家'],
  ['text that looks like markup', '<script>alert("x")</script> &amp; &#39; <!-- ${x} {{x}} %s'],
  ['text that looks like SQL', `'; drop table users; -- \\' \\\\ $1 :id`],
  ['line breaks and tabs', 'one\r\ntwo\n\n\tthree'],
  ['joiners that scripts need', 'می‌خواهم क्‍ष نَص'],
  ['JavaScript’s reserved words', 'null undefined NaN true [object Object] __proto__'],
])('%s', (_what, text) => {
  test('is unchanged in a signal', async () => {
    const posted = await ada.call(signals.post, { body: { content: text } })
    expect(posted.content).toBe(text.trim())
    expect((await ada.call(signals.feed, { query: { limit: 1 } }))[0]?.content).toBe(text.trim())
  })

  test('is unchanged in a profile', async () => {
    // A display name has one line.
    const short = [...text].slice(0, 50).join('').replaceAll(/\s+/g, ' ').trim()
    const changed = await ada.call(users.updateProfile, { body: { displayName: short, bio: text } })
    expect([changed.displayName, changed.bio]).toEqual([short, text.trim()])
    expect(await ada.call(users.byName, { params: { username: 'ada' } })).toMatchObject({
      displayName: short,
      bio: text.trim(),
    })
  })
})

test('a signal keeps 1,000 characters without a space and 20 tickers of 12 characters', async () => {
  const content = 'Donaudampfschifffahrtsgesellschaft'.repeat(30).slice(0, 1000)
  const tickers = Array.from({ length: 20 }, (_, index) => `LONGTICKER${10 + index}`)
  const posted = await ada.call(signals.post, { body: { content, tickers: JSON.stringify(tickers) } })
  expect(posted).toMatchObject({ content, tickers })
  expect((await ada.call(signals.feed, { query: { limit: 1 } }))[0]).toMatchObject(posted)
})
