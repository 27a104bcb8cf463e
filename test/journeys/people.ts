// Journeys share these: people who are signed in, and pages whose console errors fail the test.
import { type Browser, expect, type Page, test as base } from '@playwright/test'
import { isFull, isRest } from '#test/full.ts'
import { type Product, startProduct } from './product.ts'

/** Refusals are part of some journeys; the browser logs each of them as a failed resource. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/
const broughtAbout = new WeakMap<Page, RegExp>()

/** Lets the console of this page show one more kind of error, which the journey brings about itself. */
export function allowErrors(page: Page, pattern: RegExp): void {
  broughtAbout.set(page, pattern)
}

/** A page that fails its test when the browser's console shows an error. */
export function watched(page: Page): Page {
  page.on('console', (message) => {
    const isExpected = EXPECTED.test(message.text()) || broughtAbout.get(page)?.test(message.text())
    if (message.type() === 'error' && !isExpected) throw new Error(`Console: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

/** Of the journeys that pay: as far away as Stripe is, but in the short run, which has six minutes. */
export const LATENCY_OF_PAYING = isFull || isRest ? '150-400' : '0-0'

type Fixtures = {
  /** Opens a second person's browser, with nothing of the first one's. */
  another: () => Promise<Page>
}

type WorkerFixtures = {
  /** The server of this worker; its journeys run one after the other. */
  product: Product
  /** How long the payment sandbox takes for a call, such as "150-400" ms. */
  latency: string
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  latency: ['0-0', { option: true, scope: 'worker' }],
  product: [
    async ({ latency }, use) => {
      const product = await startProduct(latency)
      await use(product)
      await product.stop()
    },
    // Long enough for a machine that is busy with ten other things.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.origin)
  },
  page: async ({ page }, use) => {
    await use(watched(page))
  },
  another: async ({ browser }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      return watched(await context.newPage())
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})
export { expect }

const PASSWORD = 'signalpost'

/** Signs in through the dialog, as a person does. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
}

/** Signs in before there is a page, for journeys that are about something else. */
export async function letIn(page: Page, username: string): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username, password: PASSWORD } })
  expect(answer.status(), `${username} signs in`).toBe(200)
}

/** Signs in and opens `path`. */
export async function enter(page: Page, username: string, path = '/'): Promise<void> {
  await letIn(page, username)
  await page.goto(path)
}

/** Registers somebody whom no other journey knows, who is signed in then; returns the username. */
export async function register(page: Page, name: string): Promise<string> {
  const username = `${name}_${Math.random().toString(36).slice(2, 8)}`
  const answer = await page.request.post('/api/register', {
    data: { username, email: `${username}@post.example`, password: PASSWORD },
  })
  expect(answer.status(), `${username} registers`).toBe(201)
  return username
}

/** Registers somebody and opens `path`; returns the username. */
export async function newcomer(page: Page, name: string, path = '/'): Promise<string> {
  const username = await register(page, name)
  await page.goto(path)
  return username
}

/** The toast on screen. Looked up by its place, not its role: a modal dialog hides what lies outside it. */
export const toastOf = (page: Page) => page.locator('[role=region][aria-label="Notifications (F8)"] li')

/** A figure of a profile: "Followers", "Following". */
export const figureOf = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/**
 * Chooses a file in the browser's file chooser, which `press` opens. The browser handles a key press before an order to
 * hand the chooser over, unless the page has answered once in between.
 */
export async function chooseFile(
  page: Page,
  press: () => Promise<void>,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.evaluate(() => document.readyState)
  await press()
  await (await choosing).setFiles(file)
}
