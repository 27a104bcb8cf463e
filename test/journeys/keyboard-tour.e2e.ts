// Every screen and dialog from its first control to its last with Tab alone: all of the focus shows, everywhere.
import type { Page } from '@playwright/test'
import { isFull, sampled } from '#test/full.ts'
import { leftOut, lookAtFocus, noteControls, type Stop } from './focus-look.ts'
import { expect, test } from './people.ts'
import { open, SCREENS } from './screens.ts'

// Nothing is changed here, so each test may run in either worker.
test.describe.configure({ mode: 'parallel' })

// What is wrong is said in words; a picture of the page after each press would only take its time.
test.use({ trace: 'off' })

/** More than any screen has controls. */
const PRESSES = 120
const BACK = 3
const WIDTHS = isFull ? [1280, 360] : [1280]

async function press(page: Page, key: string): Promise<Stop> {
  await page.keyboard.press(key)
  return lookAtFocus(page)
}

/** Presses Tab until the focus is where it was first; outside dialogs it is in the browser's own bar once between. */
async function goRound(page: Page): Promise<{ stops: Stop[]; isRound: boolean }> {
  const stops: Stop[] = []
  for (let presses = 0; presses < PRESSES; presses++) {
    const stop = await press(page, 'Tab')
    if (stop.place !== undefined && stop.place === stops[0]?.place) return { stops, isRound: true }
    stops.push(stop)
  }
  return { stops, isRound: false }
}

const named = (stops: readonly Stop[]) =>
  stops.filter(({ place }) => place !== undefined).map(({ name }) => name)

for (const screen of sampled(SCREENS, 5))
  test(
    `Tab goes round, is seen at each stop, and leaves nothing out on: ${screen.name}`,
    { tag: '@screen' },
    async ({ page }) => {
      // A list that grew while one goes through it would have no end.
      await page.route(/\/api\/.*[?&]cursor=/, () => {})
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await open(page, screen)
        await noteControls(page)
        const { stops, isRound } = await goRound(page)
        const faults = stops.flatMap(({ name, faults: own }) => own.map((fault) => `${name}: ${fault}`))
        expect.soft(isRound, `comes back to where it began at ${width} px`).toBe(true)
        expect.soft(faults, `faults at ${width} px`).toEqual([])
        expect.soft(await leftOut(page), `left out at ${width} px`).toEqual([])
        const isInDialog = (await page.getByRole('dialog').count()) > 0
        if (isInDialog) expect.soft(named(stops), 'never outside the dialog').toHaveLength(stops.length)

        const back: Stop[] = []
        for (let presses = 0; presses < BACK; presses++) back.push(await press(page, 'Shift+Tab'))
        expect
          .soft(named(back), `the same way back at ${width} px`)
          .toEqual(named(stops.toReversed().slice(0, BACK)))
      }
    },
  )
