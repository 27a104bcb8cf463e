// What can be checked of a page as it is without a person: axe in every look, targets, and room for large text.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isFull } from '#test/full.ts'
import { cutOff, smallTargets } from './measure.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [1280, 768, 360] as const
/** WCAG 1.4.10: 320 px, and 1.4.4: text of twice the size, also on a phone. */
const NARROW = { width: 320, height: 640 }

const LOOKS = WIDTHS.flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))

/**
 * Runs axe in one look of the page: all rules or the one for contrast, which is what a theme changes. Outside a full
 * run that is all rules once, and contrast once more in the dark.
 */
async function expectNothingFromAxe(page: Page, { width, theme }: (typeof LOOKS)[number]): Promise<void> {
  const isWhole = isFull || (width === 360 && theme === 'light')
  if (!isWhole && !(width === 1280 && theme === 'dark')) return
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // Only this one page is looked at, so axe need not open another one to put frames together.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (isWhole ? axe.withTags(TAGS) : axe.withRules('color-contrast')).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(found, `${width} px, ${theme}`).toEqual([])
}

export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const look of LOOKS.filter((one) => one.width === width)) await expectNothingFromAxe(page, look)
    expect.soft(await smallTargets(page), `targets at ${width} px`).toEqual([])
    expect.soft(await cutOff(page), `cut off at ${width} px`).toEqual([])
  }
  await page.setViewportSize(NARROW)
  expect.soft(await cutOff(page), 'cut off at 320 px').toEqual([])
  // As somebody sets it in the browser, so that media queries in rem know of it.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await cutOff(page), `cut off at ${width} px with text of twice the size`).toEqual([])
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await browser.detach()
}
