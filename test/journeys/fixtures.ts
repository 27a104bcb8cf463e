// The fixtures of the journeys: a running product, signed-in people, and pages whose console errors fail the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { generateSync } from 'otplib'
import { type Browser, expect, type Locator, type Page, test as base } from '@playwright/test'
import { STAFF, type StaffName } from '#tools/demo/staff-accounts.ts'
import { isFull, isRest, sampled } from '#test/test-scope.ts'
import { addressOf, type Product, startProduct } from './start-product.ts'

/** Some journeys cause 4xx responses; the browser logs each of them as a failed resource. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/
const allowedErrors = new WeakMap<Page, RegExp>()

/** Allows one more kind of console error on this page, which the journey causes on purpose. */
export function allowConsoleErrors(page: Page, pattern: RegExp): void {
  allowedErrors.set(page, pattern)
}

/** Makes the test fail when the console of this page shows an error. */
export function watchConsole(page: Page): Page {
  page.on('console', (message) => {
    const isExpected = EXPECTED.test(message.text()) || allowedErrors.get(page)?.test(message.text())
    if (message.type() === 'error' && !isExpected) throw new Error(`Console: ${message.text()}`)
  })
  page.on('pageerror', (error) => {
    throw error
  })
  return page
}

type Fixtures = {
  /** Opens a separate browser context, for a second person. */
  openBrowser: () => Promise<Page>
  /**
   * The page that the tests of a worker share: signed out, without routes and stored values, at the size of a laptop. For
   * a test that sets no clock and no device. Leaving the origin would make the page slow again.
   */
  screenPage: Page
}

type WorkerFixtures = {
  /** The product of this worker; its journeys run one after the other. */
  product: Product
  /** The latency of the payment sandbox in ms, such as "150-400". */
  latency: string
  /** The address of a second product, whose market data and broker count as real (start-real-market-product.ts). */
  realMarket: string
  /** What `screenPage` resets between tests. */
  reusedPage: Page
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  latency: ['0-0', { option: true, scope: 'worker' }],
  product: [
    async ({ latency }, use) => {
      const product = await startProduct({ demoData: process.env['JOURNEYS_DEMO_DATA'], latency })
      await use(product)
      await product.stop()
    },
    // Long enough for a busy machine.
    { scope: 'worker', timeout: 300_000 },
  ],
  // Here and not in the one file that uses it: other worker fixtures mean another worker, with its own browser and product.
  realMarket: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const child = spawn(process.execPath, ['--no-warnings', 'test/journeys/start-real-market-product.ts'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await use(await addressOf(child))
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.origin)
  },
  page: async ({ page }, use) => {
    await use(watchConsole(page))
  },
  // A new page starts a process, which compiles the scripts again: 0.35 s of a processor instead of 0.14 s (measured).
  reusedPage: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({ baseURL: product.origin, serviceWorkers: 'block' })
      await use(watchConsole(await context.newPage()))
      await context.close()
    },
    { scope: 'worker' },
  ],
  screenPage: async ({ reusedPage: page }, use) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    await use(page)
    // A failed test ends the worker, and the page with it.
    await page.context().setOffline(false)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of ['request', 'response', 'requestfinished'] as const) page.removeAllListeners(event)
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await page.context().clearCookies()
    allowedErrors.delete(page)
  },
  openBrowser: async ({ browser }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      return watchConsole(await context.newPage())
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})
export { expect }

/**
 * Gives the payment sandbox the latency of Stripe in this file's journeys, except in the short run. There the
 * files don't even set the option, since each value of it means other workers.
 */
export function usePaymentLatency(): void {
  if (isFull || isRest) test.use({ latency: '150-400' })
}

/** The widths of a laptop and a phone. A full run tries such journeys at both, other runs at a random one of them. */
export const WIDTHS: readonly number[] = sampled([1280, 360], 1, 1)

/** The password of the demo people. */
const PASSWORD = 'signalpost'
/** The password of people whom a journey registers. */
export const REGISTERED_PASSWORD = 'quiet harbor lamp'

/** Signs in through the dialog. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back!').first()).toBeVisible()
}

/** Signs in with a call, for journeys that are about something else. */
export async function signInByApi(page: Page, username: string, password = PASSWORD): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { username, password } })
  if (isStaff(username)) return await enterCode(page, username)
  expect(answer.status(), `${username} signs in`).toBe(200)
}

const isStaff = (username: string): username is StaffName => username in STAFF
/** The sessions of moderators by origin and name, because each code of their app works once in half a minute. */
const staffSessions = new Map<string, Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>>()

async function enterCode(page: Page, username: StaffName): Promise<void> {
  const config = await page.request.get('/api/config')
  const key = `${new URL(config.url()).origin} ${username}`
  const known = staffSessions.get(key)
  if (known) return await page.context().addCookies(known)
  const code = generateSync({ secret: STAFF[username].secret })
  const answer = await page.request.post('/api/login/code', { data: { code } })
  expect(answer.status(), `${username} enters a code`).toBe(200)
  staffSessions.set(key, await page.context().cookies())
}

/** Signs in and opens `path`. */
export async function openAs(page: Page, username: string, path = '/'): Promise<void> {
  await signInByApi(page, username)
  await page.goto(path)
}

/** Ticks what a person who registers must agree to. */
export async function tickAgreements(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox', { name: /or older/ }).check()
  await dialog.getByRole('checkbox', { name: /agree to the/ }).check()
}

/** Registers a new person, who is then signed in; returns the username, which is unique. */
export async function register(page: Page, name: string): Promise<string> {
  const username = `${name}_${Math.random().toString(36).slice(2, 8)}`
  const answer = await page.request.post('/api/register', {
    data: {
      username,
      email: `${username}@post.example`,
      password: REGISTERED_PASSWORD,
      isAdult: true,
      acceptsTerms: true,
    },
  })
  expect(answer.status(), `${username} registers`).toBe(201)
  return username
}

/** Registers a new person and opens `path`; returns the username. */
export async function registerAndOpen(page: Page, name: string, path = '/'): Promise<string> {
  const username = await register(page, name)
  await page.goto(path)
  return username
}

/** Answers what the signal dialog asks for everything except comments: not held, not paid. */
export async function answerDisclosures(page: Page): Promise<void> {
  for (const name of ['Do you hold this?', 'Were you paid to post this?'])
    await page.getByRole('radiogroup', { name }).getByRole('radio', { name: 'No', exact: true }).check()
}

/** The toast on the page. Not located by role: a modal dialog hides everything outside it from assistive technology. */
export const toastIn = (page: Page) => page.locator('[role=region][aria-label="Notifications (F8)"] li')

/** A figure of a profile: "Followers", "Following". */
export const profileFigure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

/**
 * Chooses a file in the browser's file chooser, which `press` opens. Without a round trip to the page first, the browser
 * can handle the key press before it intercepts the file chooser.
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
