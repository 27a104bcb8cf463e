// What can be checked of a page as it is without a person: axe in every look, targets, and room for large text.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { cutOff, smallTargets } from './measure.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDTHS = [1280, 768, 360] as const
/** WCAG 1.4.10: 320 px, and 1.4.4: text of twice the size, also on a phone. */
const NARROW = { width: 320, height: 640 }

export async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Only this one page is looked at, so axe need not open another one to put frames together.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
      expect.soft(found, `${width} px, ${colorScheme}`).toEqual([])
    }
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
