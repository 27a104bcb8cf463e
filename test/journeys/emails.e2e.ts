// Every email in a browser: as wide as a phone and in both themes, and with the checks of every screen.
import { renderHtml } from '#shared/emails/render-html.ts'
import { sampled } from '#test/test-scope.ts'
import { EMAIL_SAMPLES, SAMPLE_SITE } from '#web/workshop/email-samples.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

const BACKGROUNDS = { light: 'rgb(245, 247, 247)', dark: 'rgb(11, 17, 18)' }

test('every email fits a phone and follows the theme', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [name, email] of Object.entries(EMAIL_SAMPLES))
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setContent(renderHtml(email, SAMPLE_SITE))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(email.subject)
      await expect(page.locator('body')).toHaveCSS('background-color', BACKGROUNDS[theme])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(360)
    }
})

for (const [name, email] of sampled(Object.entries(EMAIL_SAMPLES), 1))
  test(`axe and the layout checks find no problem in the email: ${name}`, async ({ page }) => {
    await page.setContent(renderHtml(email, SAMPLE_SITE))
    await expectAccessible(page)
  })
