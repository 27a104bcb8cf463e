// Steps of the keyboard journeys: moving the focus and typing, with a check of the focus at each stop.
import type { Locator, Page } from '@playwright/test'
import { inspectFocus, recordControls } from './inspect-focus.ts'
import { expect } from './fixtures.ts'

/** A person would give up after this many. */
const PRESSES = 40

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** The focused element shows a ring, and nothing covers it. */
export async function expectFocusVisible(page: Page): Promise<void> {
  const { name, issues } = await inspectFocus(page)
  expect(issues, name).toEqual([])
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  await recordControls(page)
  for (let presses = 0; presses < PRESSES; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expectFocusVisible(page)
  }
  await expect(target, `reached with ${key}`).toBeFocused()
}

/** Presses Tab until `target` has the focus, then Enter. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and types; Tab selects the old text, so it is replaced. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** The dialog is closed, and the control that opened it has a visible focus. */
export async function expectBackOn(page: Page, opener: Locator): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expectFocusVisible(page)
}

/** The content of a page, which has the focus after navigation, so the next Tab reaches its first control. */
export const pageContent = (page: Page): Locator => page.locator('#content')
