// Signals that come while a feed is open: announced and counted, shown when asked for, and nothing moves by itself.
import type { Page } from '@playwright/test'
import { atMost, WAIT_TIMEOUT_MS } from '#test/full.ts'
import { allowErrors, enter, expect, letIn, newcomer, test } from './people.ts'

const pill = (page: Page) => page.getByRole('status').getByRole('button', { name: /new signals?$/ })
const cards = (page: Page) => page.getByRole('article')

/** Posts as whoever is signed in on this page; resolves with what the signal says. */
async function post(page: Page, about: string): Promise<string> {
  const content = `${about} ${Math.random()}`
  const answer = await page.request.post('/api/signals', { data: { content, signalType: 'comment' } })
  expect(answer.status()).toBe(201)
  return content
}

/** A newcomer who follows Maya, with her feed open; resolves with Maya's page. */
async function follower(page: Page, another: () => Promise<Page>): Promise<Page> {
  const maya = await another()
  await letIn(maya, 'maya')
  await newcomer(page, 'fan')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Follow maya' }) })
  await row.getByRole('button').click()
  await expect(cards(page).first()).toHaveAccessibleName('Signal by maya')
  return maya
}

test('what somebody one follows posts is announced within two seconds, and shown on top when one asks', async ({
  page,
  another,
}) => {
  const maya = await follower(page, another)
  await page.mouse.move(0, 0)
  await page.evaluate(() => scrollTo(0, 600))
  const place = () => page.evaluate(() => scrollY)
  const read = cards(page).nth(2)
  const before = await read.boundingBox()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/') && asked.push(request.url())))

  const first = await post(maya, 'Freight rates turned')
  await expect(pill(page)).toHaveText('1 new signal', { timeout: atMost(2000) })
  const second = await post(maya, 'And the order books')
  await expect(pill(page)).toHaveText('2 new signals', { timeout: atMost(2000) })
  // Nothing moved, and nothing was asked for but the newest page, once a time.
  expect(await place()).toBe(600)
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
  expect(await place()).toBe(0)
  await expect(pill(page)).toHaveCount(0)
  await expect(cards(page).first().getByRole('link', { name: 'maya' })).toBeFocused()
})

test(
  'an own signal is there at once without a notice, also in the other tab once one asks',
  { tag: '@slow' },
  async ({ page, context }) => {
    await enter(page, 'theo')
    await expect(cards(page).first()).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    await expect(cards(other).first()).toBeVisible()
    await page.bringToFront()
    const words = `Own words ${Math.random()}`
    await page.getByRole('link', { name: 'Share Investment Signal' }).click()
    await page.getByRole('textbox', { name: 'Content' }).fill(words)
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
  'whom one stopped following is not announced, and what was posted while away is found in one look',
  { tag: '@slow' },
  async ({ page, context, another }) => {
    allowErrors(page, /net::ERR_INTERNET_DISCONNECTED/)
    const maya = await follower(page, another)
    await context.setOffline(true)
    await expect(page.getByText('You’re offline')).toBeVisible()
    for (const about of ['One', 'Two', 'Three']) await post(maya, about)
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

    const id = ((await (await maya.request.get('/api/user')).json()) as { id: string }).id
    expect((await page.request.delete(`/api/follows/${id}`)).status()).toBe(200)
    await post(maya, 'Four')
    await page.waitForTimeout(2000)
    await expect(pill(page)).toHaveText('3 new signals')
  },
)

test(
  'more than a page of new signals is said to be more, and shown without a gap',
  { tag: '@slow' },
  async ({ page, another }) => {
    const maya = await follower(page, another)
    for (let n = 0; n < 25; n++) await post(maya, `Number ${n} `)
    await expect(pill(page)).toHaveText('20+ new signals', { timeout: WAIT_TIMEOUT_MS })
    // The last of them too has been heard of.
    await page.waitForTimeout(1500)
    await pill(page).click()
    await expect(cards(page).first()).toContainText('Number 24')
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards(page).count()).toBeGreaterThan(25)
    for (const n of [24, 12, 5, 4, 0]) await expect(page.getByText(`Number ${n} `)).toHaveCount(1)
  },
)
