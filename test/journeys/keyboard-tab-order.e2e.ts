// Tab reaches every control of every screen and dialog, and the focus is fully visible everywhere.
import type { Page } from '@playwright/test'
import { isFull, sampled } from '#test/test-scope.ts'
import { unreachedControls, inspectFocus, recordControls, type Stop } from './inspect-focus.ts'
import { expect, test } from './fixtures.ts'
import { openScreen, SCREENS } from './screens.ts'

// These tests change no data, so they can run in any worker.
test.describe.configure({ mode: 'parallel' })

/** More than the number of controls on any screen. */
const PRESSES = 200
const BACK = 3
const WIDTHS = isFull ? [1280, 360] : [1280]

async function press(page: Page, key: string): Promise<Stop> {
  await page.keyboard.press(key)
  return inspectFocus(page)
}

/** Presses Tab until the focus returns to the first control. Outside dialogs it visits the browser's toolbar once in between. */
async function tabThroughPage(page: Page): Promise<{ stops: Stop[]; hasReturned: boolean }> {
  const stops: Stop[] = []
  for (let presses = 0; presses < PRESSES; presses++) {
    const stop = await press(page, 'Tab')
    if (stop.place !== undefined && stop.place === stops[0]?.place) return { stops, hasReturned: true }
    stops.push(stop)
  }
  return { stops, hasReturned: false }
}

/** Waits for cards that load after the page's own content. */
async function untilComplete(page: Page): Promise<void> {
  const count = () => page.locator('a, button').count()
  await expect
    .poll(async () => {
      const before = await count()
      await page.waitForTimeout(200)
      return (await count()) - before
    })
    .toBe(0)
}

const named = (stops: readonly Stop[]) =>
  stops.filter(({ place }) => place !== undefined).map(({ name }) => name)

for (const screen of sampled(SCREENS, 5, 36))
  test(
    `Tab reaches every control, shows the focus at each, and returns to the first on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      // A list that loads more while Tab goes through it would never end.
      await page.route(/\/api\/.*[?&]cursor=/, () => {})
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await openScreen(page, screen)
        await untilComplete(page)
        await recordControls(page)
        const { stops, hasReturned } = await tabThroughPage(page)
        const issues = stops.flatMap(({ name, issues: own }) => own.map((issue) => `${name}: ${issue}`))
        expect.soft(hasReturned, `returns to the first control at ${width} px`).toBe(true)
        expect.soft(issues, `focus issues at ${width} px`).toEqual([])
        expect.soft(await unreachedControls(page), `unreached at ${width} px`).toEqual([])
        const isInDialog = (await page.getByRole('dialog').count()) > 0
        if (isInDialog) expect.soft(named(stops), 'never outside the dialog').toHaveLength(stops.length)

        const back: Stop[] = []
        for (let presses = 0; presses < Math.min(BACK, stops.length); presses++)
          back.push(await press(page, 'Shift+Tab'))
        expect
          .soft(named(back), `the same way back at ${width} px`)
          .toEqual(named(stops.toReversed().slice(0, BACK)))
      }
    },
  )
