// New signals while a feed is open: the page announces and counts them, inserts them on request, and nothing moves by itself.
import type { Page } from '@playwright/test'
import { atMost, WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import {
  answerDisclosures,
  allowConsoleErrors,
  openAs,
  expect,
  signInByApi,
  registerAndOpen,
  test,
} from './fixtures.ts'

const pill = (page: Page) => page.getByRole('status').getByRole('button', { name: /new signals?$/ })
const cards = (page: Page) => page.getByRole('article')

/** Posts as the person signed in on this page; resolves with the content of the signal. */
async function post(page: Page, about: string): Promise<string> {
  const content = `${about} ${Math.random()}`
  const answer = await page.request.post('/api/signals', { data: { content, signalType: 'comment' } })
  expect(answer.status()).toBe(201)
  return content
}

/** Registers a person who follows Marta and opens their feed; resolves with Marta's page. */
async function follower(page: Page, openBrowser: () => Promise<Page>): Promise<Page> {
  const marta = await openBrowser()
  await signInByApi(marta, 'marta')
  await registerAndOpen(page, 'fan')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Follow marta' }) })
  await row.getByRole('button', { name: 'Follow marta' }).click()
  await page.getByRole('button', { name: 'Show my feed' }).click()
  await expect(cards(page).first()).toHaveAccessibleName('Signal by marta')
  return marta
}

test("a followed person's signal is announced within two seconds and appears on top on request", async ({
  screenPage: page,
  openBrowser,
}) => {
  const marta = await follower(page, openBrowser)
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 600))
  const read = cards(page).nth(2)
  const before = await read.boundingBox()
  const asked: string[] = []
  // Requests for the outcomes of the first cards come late and don't count.
  page.on('request', (request) => void (request.url().includes('/api/signals/') && asked.push(request.url())))

  const first = await post(marta, 'Freight rates turned')
  await expect(pill(page)).toHaveText('1 new signal', { timeout: atMost(2000) })
  const second = await post(marta, 'And the order books')
  await expect(pill(page)).toHaveText('2 new signals', { timeout: atMost(2000) })
  // What is read doesn't move, and the page requests only the newest signals, one request at a time.
  expect((await read.boundingBox())?.y).toBe(before?.y)
  await expect(page.getByText(first)).toHaveCount(0)
  expect(asked.map((url) => new URL(url).pathname)).toEqual(['/api/signals/feed', '/api/signals/feed'])
  await expect(pill(page)).toBeInViewport()
  const header = await page.getByRole('banner').boundingBox()
  expect((await pill(page).boundingBox())?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))

  await pill(page).focus()
  await page.keyboard.press('Enter')
  await expect(cards(page).nth(0)).toContainText(second)
  await expect(cards(page).nth(1)).toContainText(first)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(pill(page)).toHaveCount(0)
  await expect(cards(page).first().getByRole('link', { name: 'marta' })).toBeFocused()
})

test(
  "one's own signal appears at once without an announcement, and in another tab on request",
  { tag: '@slow' },
  async ({ page, context }) => {
    await openAs(page, 'theo')
    await expect(cards(page).first()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await expect(cards(other).first()).toBeVisible()
    await page.bringToFront()
    const words = `Own words ${Math.random()}`
    await page.getByRole('link', { name: 'Share Investment Signal' }).click()
    await page.getByRole('textbox', { name: 'Content' }).fill(words)
    await answerDisclosures(page)
    await page.getByRole('button', { name: 'Post Signal' }).click()
    await expect(cards(page).first()).toContainText(words)
    await page.waitForTimeout(1500)
    await expect(pill(page)).toHaveCount(0)
    await expect(page.getByText(words)).toHaveCount(1)
    await expect(pill(other)).toHaveText('1 new signal')
    await pill(other).click()
    await expect(cards(other).first()).toContainText(words)
  },
)

test(
  "an unfollowed person's signals are not announced, and signals posted while away arrive in one request",
  { tag: '@slow' },
  async ({ page, context, openBrowser }) => {
    allowConsoleErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
    const marta = await follower(page, openBrowser)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline')).toBeVisible()
    for (const about of ['One', 'Two', 'Three']) await post(marta, about)
    await expect(pill(page)).toHaveCount(0)
    const feeds: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/signals/feed') && feeds.push(request.url())),
    )
    await context.setOffline(false)
    await expect(pill(page)).toHaveText('3 new signals', { timeout: WAIT_TIMEOUT_MS })
    await expect(page.getByText('You’re offline')).toHaveCount(0)
    expect(feeds.length).toBeLessThanOrEqual(2)

    const id = ((await (await marta.request.get('/api/user')).json()) as { id: string }).id
    expect((await page.request.delete(`/api/follows/${id}`)).status()).toBe(200)
    await post(marta, 'Four')
    await page.waitForTimeout(2000)
    await expect(pill(page)).toHaveText('3 new signals')
  },
)

test(
  'more than a page of new signals is announced as such and inserted without a gap',
  { tag: '@slow' },
  async ({ page, openBrowser }) => {
    const marta = await follower(page, openBrowser)
    for (let n = 0; n < 25; n++) await post(marta, `Number ${n} `)
    await expect(pill(page)).toHaveText('20+ new signals', { timeout: WAIT_TIMEOUT_MS })
    // The last signal has been announced, too.
    await page.waitForTimeout(1500)
    await pill(page).click()
    await expect(cards(page).first()).toContainText('Number 24')
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards(page).count()).toBeGreaterThan(25)
    for (const n of [24, 12, 5, 4, 0]) await expect(page.getByText(`Number ${n} `)).toHaveCount(1)
  },
)
