// Every screen and dialog without a violation of WCAG 2.2 AA that axe can find: light and dark, phone and desk.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { idOf } from './paying.ts'
import { expect, letIn, test } from './people.ts'

/** What stands on the page once it is ready to be looked at. */
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name })
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const card = (page: Page) => page.getByRole('article').first()
/** For what comes last: by then the skeletons above it are gone. */
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })

/** Addresses that hold an id: of the creator maya, and of the newest subscription of whoever looks. */
const ofMaya = (path: (id: string) => string) => async (page: Page) => path(await idOf(page, 'maya'))
const ofOwn = (path: (id: string) => string) => async (page: Page) => {
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const answer = await page.request.get(`/api/subscriptions/subscriber/${id}`)
  const [newest] = (await answer.json()) as { id: string }[]
  return path(newest?.id ?? 'none')
}

const PAY = /^Pay \$/
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
  {
    name: 'connect dialog',
    as: 'maya',
    path: '/portfolio?dialog=connect-broker',
    sees: button('Continue'),
  },
  {
    name: 'broker that could not be connected',
    as: 'maya',
    path: '/portfolio?connected=1&status=ERROR&error_code=1066',
    sees: (page: Page) => page.getByText('Your broker could not be connected'),
  },
  { name: 'user not found', as: 'omar', path: '/profile/nobody_here', sees: heading('User not found') },
  { name: '404', as: 'omar', path: '/no/such/page', sees: heading('404 Page Not Found') },
  { name: 'Creator Mode', as: 'omar', path: '/creator-subscribe', sees: button('Pay $2.00') },
  { name: 'Creator setup, begun', as: 'jonas', path: '/creator-onboarding', sees: button('Set up payouts') },
  { name: 'Creator setup, done', as: 'maya', path: '/creator-onboarding', sees: button('Update price') },
  {
    name: 'checkout',
    as: 'omar',
    path: ofMaya((id) => `/subscribe/creator/${id}`),
    sees: button(PAY),
  },
  {
    name: 'checkout with mistakes',
    as: 'omar',
    path: ofMaya((id) => `/subscribe/creator/${id}`),
    press: PAY,
    sees: (page: Page) => page.getByText('Card number is required'),
  },
  {
    name: 'subscribe dialog',
    as: 'omar',
    path: ofMaya((id) => `/profile/maya?dialog=subscribe&creator=${id}`),
    sees: button(/^Subscribe \$\d+\/mo$/),
  },
  {
    name: 'subscriptions of a creator',
    as: 'maya',
    path: '/subscriptions',
    press: 'Show as table',
    sees: button('Manage'),
  },
  { name: 'subscriptions of a member', as: 'rosa', path: '/subscriptions', sees: button(/^Manage/) },
  { name: 'no subscriptions', as: 'omar', path: '/subscriptions', sees: heading('Manage Subscriptions') },
  {
    name: 'cancel dialog',
    as: 'rosa',
    path: ofOwn((id) => `/subscriptions?dialog=cancel-subscription&subscription=${id}`),
    sees: button('Keep it'),
  },
  { name: 'price dialog', as: 'maya', path: '/subscriptions?dialog=edit-price', sees: dialog('Edit price') },
  {
    name: 'cancel dialog of the plan',
    as: 'maya',
    path: '/subscriptions?dialog=cancel-plan',
    sees: dialog('Cancel your creator plan?'),
  },
] as const

for (const screen of SCREENS)
  test(`axe finds nothing on: ${screen.name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if ('as' in screen) await letIn(page, screen.as)
    const { path } = screen
    await page.goto(typeof path === 'string' ? path : await path(page))
    if ('press' in screen) await page.getByRole('button', { name: screen.press }).click()
    await expect(screen.sees(page)).toBeVisible()
    await expectAccessible(page)
  })
