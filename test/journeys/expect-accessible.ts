// Automatic accessibility checks of a page: axe in every width and theme, target sizes, and large text.
import { expect, type Page } from '@playwright/test'
import { isFull } from '#test/test-scope.ts'
import { clippedText, smallTargets } from './measure-layout.ts'
import { axeViolations } from './run-axe.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [1280, 768, 360] as const
/** WCAG 1.4.10 requires 320 px, and 1.4.4 text at twice the size. */
const NARROW = { width: 320, height: 640 }

const LOOKS = WIDTHS.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))

/**
 * Runs axe at one width and theme. A theme changes only contrast. Outside a full run, axe therefore checks all rules once,
 * and contrast once more in the dark theme.
 */
async function expectNoViolations(page: Page, { width, theme }: (typeof LOOKS)[number]): Promise<void> {
  const isWhole = isFull || (width === 360 && theme === 'light')
  if (!isWhole && !(width === 1280 && theme === 'dark')) return
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // axe reports a target that happens to be half behind the sticky header.
  await page.evaluate(() => scrollTo(0, 0))
  const found = await axeViolations(page, {
    runOnly: isWhole ? { type: 'tag', values: TAGS } : { type: 'rule', values: ['color-contrast'] },
  })
  expect.soft(found, `${width} px, ${theme}`).toEqual([])
}

export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const look of LOOKS.filter((one) => one.width === width)) await expectNoViolations(page, look)
    expect.soft(await smallTargets(page), `targets at ${width} px`).toEqual([])
    expect.soft(await clippedText(page), `clipped at ${width} px`).toEqual([])
  }
  await expectNothingClipped(page)
  // The browser's own font size setting, so that it also affects media queries in rem.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await clippedText(page), `clipped at ${width} px with text at twice the size`).toEqual([])
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await browser.detach()
}

/** Checks the narrowest width, for a state that differs only in words from one checked with `expectAccessible`. */
export async function expectNothingClipped(page: Page): Promise<void> {
  await page.setViewportSize(NARROW)
  expect.soft(await clippedText(page), 'clipped at 320 px').toEqual([])
}
