// Live updates: one event stream per browser notifies all of its tabs.
import type { BrowserContext, Page } from '@playwright/test'
import { atMost } from '#test/test-scope.ts'
import { openAs, expect, test, watchConsole } from './fixtures.ts'

const HEADLINE = 'Share trades. Build trust. Get subscribers.'

/** Returns a function that counts the streams opened by the tabs of this browser so far. */
function streamsOf(context: BrowserContext): () => number {
  let opened = 0
  context.on('request', (request) => (opened += request.resourceType() === 'eventsource' ? 1 : 0))
  return () => opened
}
async function tab(context: BrowserContext): Promise<Page> {
  const page = watchConsole(await context.newPage())
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  return page
}

test('a browser that is signed out from another device shows it at once in all of its tabs', async ({
  page,
  context,
  openBrowser,
}) => {
  const streams = streamsOf(context)
  await openAs(page, 'rosa')
  await expect.poll(streams).toBe(1)
  const second = await tab(context)
  // When the tab with the stream is closed, another tab opens one.
  await page.close()
  await expect.poll(streams).toBe(2)
  const third = await tab(context)
  expect(streams()).toBe(2)

  const sessions = (await (await context.request.get('/api/sessions')).json()) as {
    id: string
    isCurrent: boolean
  }[]
  const elsewhere = await openBrowser()
  await openAs(elsewhere, 'rosa')
  const id = sessions.find(({ isCurrent }) => isCurrent)?.id
  expect((await elsewhere.request.delete(`/api/sessions/${id}`)).status()).toBe(200)
  // If a request of the tab is refused first, the sign-in dialog opens above the headline.
  for (const each of [second, third])
    await expect(each.locator('h1')).toHaveText(HEADLINE, { timeout: atMost(1000) })
  await expect(elsewhere.getByRole('article').first()).toBeVisible()
})

test(
  "a suspended tab doesn't stop the others from getting updates",
  { tag: '@slow' },
  async ({ page, context }) => {
    const streams = streamsOf(context)
    await openAs(page, 'rosa')
    await expect.poll(streams).toBe(1)
    // Both tabs share a process, so a busy first tab would stop the second as well. It only stops answering.
    const wake = await page.evaluateHandle(() => {
      const channel = BroadcastChannel.prototype
      const posting = Object.getOwnPropertyDescriptor(channel, 'postMessage')
      channel.postMessage = () => {}
      return () => Object.defineProperty(channel, 'postMessage', posting ?? {})
    })
    const second = await tab(context)
    await expect.poll(streams).toBe(2)
    // After waking up, the first tab leaves the stream to the second and learns of the sign-out from it.
    await wake.evaluate((restore) => restore())
    await second.request.post('/api/logout')
    for (const each of [page, second])
      await expect(each.getByRole('heading', { level: 1 })).toHaveText(HEADLINE, { timeout: atMost(1000) })
    expect(streams()).toBe(2)
  },
)
