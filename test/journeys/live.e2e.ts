// What pages show without being asked to: one stream a browser tells all of its tabs what happened elsewhere.
import type { BrowserContext, Page } from '@playwright/test'
import { atMost } from '#test/full.ts'
import { enter, expect, test, watched } from './people.ts'

const HEADLINE = 'Share trades. Build trust. Get subscribers.'

/** How many streams the tabs of this browser have opened so far. */
function streamsOf(context: BrowserContext): () => number {
  let opened = 0
  context.on('request', (request) => (opened += request.resourceType() === 'eventsource' ? 1 : 0))
  return () => opened
}
async function tab(context: BrowserContext): Promise<Page> {
  const page = watched(await context.newPage())
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  return page
}

test('a browser that is signed out from elsewhere shows that at once, in all of its tabs', async ({
  page,
  context,
  another,
}) => {
  const streams = streamsOf(context)
  await enter(page, 'rosa')
  await expect.poll(streams).toBe(1)
  const second = await tab(context)
  // The tab that heard for all is closed: another one does.
  await page.close()
  await expect.poll(streams).toBe(2)
  const third = await tab(context)
  expect(streams()).toBe(2)

  const sessions = (await (await context.request.get('/api/sessions')).json()) as {
    id: string
    isCurrent: boolean
  }[]
  const elsewhere = await another()
  await enter(elsewhere, 'rosa')
  const id = sessions.find(({ isCurrent }) => isCurrent)?.id
  expect((await elsewhere.request.delete(`/api/sessions/${id}`)).status()).toBe(200)
  for (const each of [second, third])
    await expect(each.getByRole('heading', { level: 1 })).toHaveText(HEADLINE, { timeout: atMost(1000) })
  await expect(elsewhere.getByRole('article').first()).toBeVisible()
})

test(
  'a tab that sleeps does not keep the others from hearing',
  { tag: '@slow' },
  async ({ page, context }) => {
    const streams = streamsOf(context)
    await enter(page, 'rosa')
    await expect.poll(streams).toBe(1)
    const asleep = page.evaluate((untilMs) => {
      while (performance.now() < untilMs);
    }, 8000)
    const second = await tab(context)
    await expect.poll(streams).toBe(2)
    // Awake again, the first one leaves the stream to the other, and is told by it that somebody signed out.
    await asleep
    await second.request.post('/api/logout')
    for (const each of [page, second])
      await expect(each.getByRole('heading', { level: 1 })).toHaveText(HEADLINE, { timeout: atMost(1000) })
    expect(streams()).toBe(2)
  },
)
