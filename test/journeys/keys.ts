// What the keyboard journeys share: the ways of a hand that never leaves the keys, looking at each stop it comes by.
import type { Locator, Page } from '@playwright/test'
import { lookAtFocus, noteControls } from './focus-look.ts'
import { expect } from './people.ts'

/** A person would give up after so many. */
const PRESSES = 40

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The focus shows where it is, and nothing lies over it. */
export async function expectSeen(page: Page): Promise<void> {
  const { name, faults } = await lookAtFocus(page)
  expect(faults, name).toEqual([])
}

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await noteControls(page)
  for (let presses = 0; presses < PRESSES; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expectSeen(page)
  }
  await expect(target, `reached with ${key}`).toBeFocused()
}

/** Presses Tab until the focus is there, and then Enter. */
export async function enterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Types into a field; what stood there is chosen by the Tab that leads there, and so replaced. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** What opened a dialog has the focus again, and shows it. */
export async function expectBackOn(page: Page, opener: Locator): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expectSeen(page)
}

/** The start of a page: where the focus is after a link to it, so that the next Tab is its first control. */
export const startOf = (page: Page): Locator => page.locator('#content')
