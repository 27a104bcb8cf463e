// Every screen and dialog without a violation of WCAG 2.2 AA that axe can find: light and dark, phone and desk.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enter, expect, test } from './people.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const

/** What stands on the page once it is ready to be looked at. */
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const card = (page: Page) => page.getByRole('article').first()

const SCREENS = [
  { name: 'landing', path: '/', sees: heading('Share trades. Build trust. Get subscribers.') },
  { name: 'waitlist dialog', path: '/?dialog=waitlist', sees: dialog('Join the Waitlist') },
  { name: 'sign-in dialog', path: '/?auth=login', sees: dialog('Welcome to Signalpost') },
  { name: 'register dialog', path: '/?auth=register', sees: dialog('Welcome to Signalpost') },
  { name: 'feed', as: 'rosa', path: '/?scope=everyone', sees: card },
  { name: 'empty feed', as: 'omar', path: '/', sees: (page: Page) => page.getByText('No signals yet.') },
  { name: 'signal dialog', as: 'maya', path: '/?dialog=signal', sees: dialog('Share Investment Signal') },
  { name: 'own profile', as: 'maya', path: '/profile', sees: card },
  { name: 'edit dialog', as: 'omar', path: '/profile?dialog=edit-profile', sees: dialog('Edit Profile') },
  { name: 'profile of a creator', as: 'omar', path: '/profile/theo', sees: card },
  { name: 'portfolio', as: 'maya', path: '/portfolio', sees: heading('My Portfolio') },
  { name: 'user not found', as: 'omar', path: '/profile/nobody_here', sees: heading('User not found') },
  { name: '404', as: 'omar', path: '/no/such/page', sees: heading('404 Page Not Found') },
  { name: 'Creator Mode', as: 'omar', path: '/creator-subscribe', sees: heading('Creator Mode') },
] as const

for (const screen of SCREENS)
  test(`axe finds nothing on: ${screen.name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if ('as' in screen) await enter(page, screen.as, screen.path)
    else await page.goto(screen.path)
    await expect(screen.sees(page)).toBeVisible()
    for (const { width, colorScheme } of LOOKS) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      // Only this one page is looked at, so axe need not open another one to put frames together.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
      expect(found, `${width} px, ${colorScheme}`).toEqual([])
    }
  })
