// Every screen that asks the server, while it waits, when it is refused, and without a connection.
import type { Page, Route } from '@playwright/test'
import { PROBLEMS } from '#shared/problems.ts'
import { sampled } from '#test/full.ts'
import { expectAccessible } from './accessible.ts'
import { allowErrors, expect, test } from './people.ts'
import { ASKING, begin, open } from './screens.ts'

// Nothing is changed here, so each test may run in either worker.
test.describe.configure({ mode: 'parallel' })

/** All but who is here and what the product is like: without those there is no screen to look at. */
const OF_SCREENS = /\/api\/(?!user$|config$|live$)/

const { status, message } = PROBLEMS.internal
const fail = (route: Route) => route.fulfill({ status, json: { code: 'internal', message } })

const waiting = (page: Page) => page.locator('[aria-busy=true], [role=status][aria-label^=Loading]').first()
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: /couldn’t|Failed|went wrong/i })
const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first()

/** On how many screens each state is looked at in `npm test`. */
const FEW = 1

for (const screen of sampled(ASKING, FEW)) {
  test(`while it waits nothing is found on: ${screen.name}`, { tag: '@screen' }, async ({ page }) => {
    await begin(page, screen, () => page.route(OF_SCREENS, () => {}))
    await expect(waiting(page)).toBeAttached()
    await expectAccessible(page)
  })

  test(
    `refused by the server it says so, and nothing is found on: ${screen.name}`,
    { tag: '@screen' },
    async ({ page }) => {
      allowErrors(page, /status of 500/)
      await begin(page, screen, () => page.route(OF_SCREENS, fail))
      await expect(failure(page).first()).toBeVisible()
      await expect(again(page)).toBeVisible()
      await expectAccessible(page)
    },
  )

  test(
    `whose connection is lost is told so, and nothing is found on: ${screen.name}`,
    { tag: '@screen' },
    async ({ page, context }) => {
      allowErrors(page, /ERR_INTERNET_DISCONNECTED/)
      await open(page, screen)
      await context.setOffline(true)
      await expect(page.getByText(/You’re offline\. This page was loaded before/)).toBeVisible()
      await expect(screen.sees(page)).toBeVisible()
      await expectAccessible(page)
    },
  )

  test(
    `without a connection it says so, and nothing is found on: ${screen.name}`,
    { tag: '@screen' },
    async ({ page }) => {
      allowErrors(page, /ERR_INTERNET_DISCONNECTED/)
      await begin(page, screen, () => page.route(OF_SCREENS, (route) => route.abort('internetdisconnected')))
      await expect(page.getByText(/You’re offline/).first()).toBeVisible()
      await expect(again(page)).toBeVisible()
      await expectAccessible(page)
    },
  )
}
