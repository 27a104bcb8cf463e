// Journeys share these: signing in as a demo person, and a page whose console errors fail the test.
import { type Browser, expect, type Page, test as base } from '@playwright/test'

/** Refusals are part of some journeys; the browser logs each of them as a failed resource. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/

/** A page that fails its test when the browser's console shows an error. */
export function watched(page: Page): Page {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text()))
      throw new Error(`Console: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

export const test = base.extend({
  page: async ({ page }, use) => {
    await use(watched(page))
  },
})
export { expect }

/** Signs in through the dialog, as a person does. */
export async function signIn(page: Page, username: string, password = 'signalpost'): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
}

/** A second person's browser, with nothing of the first one's. */
export async function anotherBrowser(browser: Browser): Promise<Page> {
  return watched(await (await browser.newContext()).newPage())
}
