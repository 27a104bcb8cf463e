// Every screen that loads data: loading, after an error, offline. The last two differ only in a message.
import type { Page, Route } from '@playwright/test'
import { PROBLEMS } from '#shared/problems.ts'
import { sampled } from '#test/test-scope.ts'
import { expectAccessible, expectNothingClipped } from './expect-accessible.ts'
import { allowConsoleErrors, expect, test } from './fixtures.ts'
import { ASKING, goToScreen, openScreen } from './screens.ts'

// These tests change no data, so they can run in any worker.
test.describe.configure({ mode: 'parallel' })

/** All calls except the session, the configuration and the event stream, without which there is no screen. */
const OF_SCREENS = /\/api\/(?!user$|config$|live$)/

const { status, message } = PROBLEMS.internal
const fail = (route: Route) => route.fulfill({ status, json: { code: 'internal', message } })

const loading = (page: Page) => page.locator('[aria-busy=true], [role=status][aria-label^=Loading]').first()
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: /couldn’t|Failed|went wrong/i })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).first()

/** The number of screens on which `npm test` checks each state, and that of the rest of a full run. */
const [FEW, FEW_IN_REST] = [1, 10]

for (const screen of sampled(ASKING, FEW, FEW_IN_REST)) {
  test(
    `the loading state has no problem on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      await goToScreen(page, screen, () => page.route(OF_SCREENS, () => {}))
      await expect(loading(page)).toBeAttached()
      await expectAccessible(page)
    },
  )

  test(
    `the error state shows a message and has no problem on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      allowConsoleErrors(page, /status of 500/)
      await goToScreen(page, screen, () => page.route(OF_SCREENS, fail))
      await expect(failure(page).first()).toBeVisible()
      await expect(tryAgain(page)).toBeVisible()
      await expectAccessible(page)
    },
  )

  test(
    `a lost connection shows a message and causes no problem on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
      await openScreen(page, screen)
      await page.context().setOffline(true)
      await expect(page.getByText(/You’re offline\. This page was loaded before/)).toBeVisible()
      await expect(screen.sees(page)).toBeVisible()
      await expectNothingClipped(page)
    },
  )

  test(
    `the offline state shows a message and has no problem on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
      await goToScreen(page, screen, () =>
        page.route(OF_SCREENS, (route) => route.abort('internetdisconnected')),
      )
      await expect(page.getByText(/You’re offline/).first()).toBeVisible()
      await expect(tryAgain(page)).toBeVisible()
      await expectNothingClipped(page)
    },
  )
}
