// Share: the device's sheet where there is one, else the copied link, in the app and on pages for visitors.
import type { Page } from '@playwright/test'
import { expect, openAs, signInByApi, test, toastIn } from './fixtures.ts'
import { mayaOn } from './screen-addresses.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Only the page in front may write to the clipboard; the page that journeys share is open, too. */
async function allowClipboard(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.bringToFront()
}
/** Replaces the device's share sheet by one that stores the title and the address. */
const withSheet = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', {
      value: async ({ title, url }: ShareData) =>
        void (document.documentElement.dataset.shared = `${title} ${url}`),
    }),
  )

test('a member shares a record and a signal by the links that visitors can open', async ({
  page,
  product,
}) => {
  await allowClipboard(page)
  await openAs(page, 'rosa', '/profile/maya')
  await page.getByRole('button', { name: 'Share the record of @maya' }).click()
  await expect(toastIn(page)).toContainText('Link copied')
  expect(await copied(page)).toBe(`${product.origin}/@maya`)
  const id = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
  await page.goto(`/signal/${id}`)
  await page.getByRole('button', { name: 'Share this signal' }).first().click()
  await expect.poll(() => copied(page)).toBe(`${product.origin}/s/${id}`)
})

test('a visitor shares by the sheet of the device, or copies the link', async ({
  page,
  openBrowser,
  browser,
  product,
}) => {
  await signInByApi(page, 'rosa')
  const id = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
  const visitor = await openBrowser()
  await allowClipboard(visitor)
  await visitor.goto(`${product.origin}/@maya`)
  await visitor.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(visitor.getByRole('status')).toHaveText('Link copied')
  expect(await copied(visitor)).toBe(`${product.origin}/@maya`)
  await withSheet(visitor)
  await visitor.goto(`${product.origin}/s/${id}`)
  await visitor.getByRole('button', { name: 'Share this signal' }).click()
  await expect(visitor.locator('html')).toHaveAttribute(
    'data-shared',
    `Comment $ASML by maya ${product.origin}/s/${id}`,
  )
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${product.origin}/@maya`)
  await expect(plain.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(plain.locator('[data-share]').first()).toBeHidden()
  await context.close()
})
