// Shared links: their meta tags, their image, and the page they open.
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { openAs, expect, signInByApi, test, toastIn } from './fixtures.ts'

/** The content of the meta tags, by name. */
async function tagsOf(page: Page, path: string): Promise<Map<string, string>> {
  const text = await (await page.request.get(path)).text()
  const tags = text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return new Map([...tags].map(([, name = '', content = '']) => [name, content]))
}

test(
  'a public profile has a title, a description and an image for a stranger',
  { tag: '@slow' },
  async ({ page, baseURL }) => {
    const tags = await tagsOf(page, '/profile/maya')
    expect(tags.get('og:title')).toMatch(/\(@maya\) · Signalpost$/)
    expect(tags.get('og:url')).toBe(`${baseURL}/profile/maya`)
    expect(tags.get('og:description')).toMatch(/^[+-][\d.]+% \(Sample data\) since /)
    expect(tags.get('twitter:card')).toBe('summary_large_image')
    const picture = await page.request.get(tags.get('og:image') ?? '')
    expect(picture.headers()['content-type']).toBe('image/png')
    expect(await tagsOf(page, '/profile/nobody_here')).toEqual(
      new Map(tagsOfProduct(await tagsOf(page, '/'), `${baseURL}/profile/nobody_here`)),
    )
  },
)

/** Pages without a preview of their own differ only in their URL. */
const tagsOfProduct = (tags: Map<string, string>, url: string) => [...tags, ['og:url', url] as const]

test(
  'the age of a signal links to its own page, whose preview a stranger sees',
  { tag: '@slow' },
  async ({ page }) => {
    // Uses her own feed: other journeys fill the first page of everyone's signals with locked ones.
    await openAs(page, 'rosa', '/')
    const open = page
      .getByRole('article')
      .filter({ hasNot: page.getByText('Premium') })
      .first()
    const words = await open.getByRole('paragraph').first().innerText()
    await open
      .getByRole('link')
      .filter({ has: page.getByRole('time') })
      .click()
    await expect(page).toHaveURL(/\/signal\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('article').first()).toContainText(words)
    await expect(page).toHaveTitle(/^(Buy|Sell|Comment)\b.* by @\w+ · Signalpost$/)
    await expect(page.getByText(/^Posted \w+day, \w+ \d+, \d{4} at \d+:\d\d/)).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(toastIn(page)).toContainText('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      page.url().replace('/signal/', '/s/'),
    )
    await expectAccessible(page)
    const tags = await tagsOf(page, page.url())
    expect(tags.get('og:description')).toContain('Not an investment recommendation.')
  },
)

test('an unknown signal is not found', { tag: '@slow' }, async ({ page }) => {
  await signInByApi(page, 'omar')
  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id']) {
    await page.goto(`/signal/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Signal not found' })).toBeVisible()
  }
})

test('the web app manifest and all its icons load', { tag: '@slow' }, async ({ page }) => {
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect(manifest.start_url).toBe('/')
  await page.goto('/')
  const links = await page
    .locator('link[rel$=icon]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))
  for (const address of [...manifest.icons.map(({ src }) => src), ...links]) {
    const icon = await page.request.get(address)
    expect(icon.headers()['content-type'], address).toMatch(/^image\//)
  }
})
