// Every screen and dialog with its address, its viewer, and what it shows once it is loaded.
import type { Locator, Page } from '@playwright/test'
import { expect, signInByApi } from './fixtures.ts'
import {
  checkOfMaya,
  dialogOfMaya,
  firstOfMaya,
  ofConnection,
  ofEmailChange,
  ofLeaving,
  ofMaya,
  ofNewcomer,
  ofOwn,
  ofReset,
} from './screen-addresses.ts'
import { ADMIN_SCREENS } from './admin-screens.ts'
import { LINK_PAGES } from './link-screens.ts'
import { SAFETY_SCREENS } from './safety-screens.ts'
import { SIGNAL_DIALOGS } from './signal-screens.ts'
import { button, dialog, heading, text } from './screen-locators.ts'

export type Screen = {
  name: string
  /** Who is signed in; without it, a visitor. */
  as?: string
  path: string | ((page: Page) => Promise<string>)
  /** A button to press first. */
  press?: string | RegExp
  sees: (page: Page) => Locator
}
const chart = (page: Page) => page.getByRole('slider', { name: 'Day' })
const card = (page: Page) => page.getByRole('article').first()
const PAY = /^Pay \$/

/** Screens that load data, and so have loading, error and offline states. */
export const ASKING: readonly Screen[] = [
  { name: 'feed', as: 'rosa', path: '/?scope=everyone', sees: card },
  { name: 'ticker', as: 'rosa', path: '/?ticker=NVDA', sees: chart },
  { name: 'watchlist', as: 'theo', path: '/watchlist', sees: button(/^Watching \$/) },
  { name: 'signal', as: 'rosa', path: firstOfMaya, sees: chart },
  { name: 'log', as: 'rosa', path: '/log', sees: text('Root hash') },
  { name: 'track record', as: 'rosa', path: '/profile/theo/record', sees: text('Each trade next to SPY') },
  { name: 'discover', as: 'rosa', path: '/discover', sees: text('By record') },
  { name: 'first run', as: 'omar', path: '/start', sees: button(/^\$/) },
  { name: 'first run, people', as: 'omar', path: '/start?step=people', sees: button(/^Follow /) },
  { name: 'own profile', as: 'maya', path: '/profile', sees: card },
  { name: 'profile of a creator', as: 'omar', path: '/profile/theo', sees: card },
  { name: 'followers', as: 'omar', path: '/profile/maya/followers', sees: button(/^Follow /) },
  { name: 'portfolio', as: 'maya', path: '/portfolio', sees: text('since purchase') },
  { name: 'Creator Mode', as: 'omar', path: '/creator-subscribe', sees: button('Pay $2.00') },
  { name: 'Creator setup, begun', as: 'jonas', path: '/creator-onboarding', sees: button('Set up payouts') },
  { name: 'checkout', as: 'omar', path: ofMaya((id) => `/subscribe/creator/${id}`), sees: button(PAY) },
  { name: 'subscribe dialog', as: 'omar', path: dialogOfMaya, sees: button(/^Subscribe \$\d+\/mo$/) },
  { name: 'security settings', as: 'rosa', path: '/settings/security', sees: text('This device') },
  { name: 'billing settings', as: 'maya', path: '/settings/billing', sees: text('Your price') },
  { name: 'new password', path: ofReset, sees: button('Save password') },
  { name: 'new email', path: ofEmailChange, sees: button('Confirm email') },
  { name: 'subscriptions of a creator', as: 'maya', path: '/subscriptions', sees: button('Manage') },
  { name: 'studio', as: 'maya', path: '/studio', sees: button('Open payouts') },
  { name: 'subscriptions of a member', as: 'rosa', path: '/subscriptions', sees: button(/^Manage/) },
]

/** The other screens, and the dialogs over the first ones. */
const MORE: readonly Screen[] = [
  { name: 'method', path: '/method', sees: heading('How scoring works') },
  { name: 'check of a signal', path: '/verify', sees: text('The log’s key') },
  { name: 'checked signal', as: 'rosa', path: checkOfMaya, sees: text('It is entry') },
  { name: 'settings', as: 'rosa', path: '/settings', sees: heading('Settings') },
  { name: 'account settings of a newcomer', path: ofNewcomer, sees: button('Send again') },
  { name: 'display settings', as: 'rosa', path: '/settings/display', sees: text('On this device') },
  { name: 'privacy settings', as: 'rosa', path: '/settings/privacy', sees: text('Private profile') },
  {
    name: 'connection settings',
    as: 'maya',
    path: '/settings/connections',
    sees: (page) => page.getByRole('heading', { name: 'Badge', exact: true }),
  },
  { name: 'settings about data', as: 'rosa', path: '/settings/data', sees: button('Request') },
  { name: 'Creator setup, done', as: 'maya', path: '/creator-onboarding', sees: button('Update price') },
  { name: 'discover, for a visitor', path: '/discover', sees: text('By record') },
  { name: 'landing', path: '/', sees: heading('Share trades. Build trust. Get subscribers.') },
  { name: 'waitlist dialog', path: '/?dialog=waitlist', sees: dialog('Join the Waitlist') },
  { name: 'sign-in dialog', path: '/?auth=login', sees: dialog('Welcome to Signalpost') },
  { name: 'sign-in link dialog', path: '/?auth=link#token=x', sees: dialog('Sign in to Signalpost') },
  { name: 'code dialog', path: '/?auth=code', sees: dialog('Enter your code') },
  { name: 'register dialog', path: '/?auth=register', sees: dialog('Welcome to Signalpost') },
  {
    name: 'sign-in dialog with mistakes',
    path: '/?auth=login',
    press: 'Sign In',
    sees: text('Username is required'),
  },
  { name: 'forgotten password dialog', path: '/?auth=forgot', sees: dialog('Forgot your password?') },
  {
    name: 'password dialog',
    as: 'rosa',
    path: '/settings/account?dialog=change-password',
    sees: dialog('Change password'),
  },
  {
    name: 'email dialog',
    as: 'rosa',
    path: '/settings/account?dialog=change-email',
    sees: dialog('Change email'),
  },
  {
    name: 'username dialog',
    as: 'rosa',
    path: '/settings/account?dialog=change-username',
    sees: dialog('Change username'),
  },
  {
    name: 'dialog that deletes the account',
    as: 'maya',
    path: '/settings/data?dialog=delete-user',
    sees: dialog('Delete your account?'),
  },
  {
    name: 'account that is being deleted',
    path: ofLeaving,
    sees: button('Keep my account'),
  },
  { name: 'empty feed', as: 'omar', path: '/', sees: text('No signals yet.') },
  { name: 'ticker nobody wrote of', as: 'rosa', path: '/?ticker=ZZZZ', sees: text('No signals about') },
  { name: 'search', as: 'rosa', path: '/?scope=everyone&dialog=search', sees: dialog('Search') },
  {
    name: 'authenticator dialog',
    as: 'omar',
    path: '/settings/security?dialog=set-up-authenticator',
    sees: (page) => page.getByRole('img', { name: 'QR code for your authenticator app' }),
  },
  {
    name: 'passkey dialog',
    as: 'omar',
    path: '/settings/security?dialog=add-passkey',
    sees: dialog('Add a passkey'),
  },
  { name: 'own profile without signals', as: 'omar', path: '/profile', sees: text("You haven't posted any") },
  { name: 'edit dialog', as: 'omar', path: '/profile?dialog=edit-profile', sees: dialog('Edit Profile') },
  { name: 'connect dialog', as: 'maya', path: '/portfolio?dialog=connect-broker', sees: button('Continue') },
  {
    name: 'import dialog',
    as: 'maya',
    path: '/portfolio?dialog=import-portfolio',
    sees: text('Drop the file here'),
  },
  {
    name: 'disconnect dialog',
    as: 'maya',
    path: ofConnection((id) => `/portfolio?dialog=disconnect-broker&connection=${id}`),
    sees: button('Disconnect'),
  },
  {
    name: 'dialog that deletes a portfolio',
    as: 'maya',
    path: '/portfolio?dialog=delete-portfolio',
    sees: button('Delete everything'),
  },
  {
    name: 'broker that could not be connected',
    as: 'maya',
    path: '/portfolio?connected=1&status=ERROR&error_code=1066',
    sees: text('Couldn’t connect your broker'),
  },
  {
    name: 'nobody followed yet',
    as: 'omar',
    path: '/profile/omar/following',
    sees: text('You don’t follow anybody'),
  },
  { name: 'user not found', as: 'omar', path: '/profile/nobody_here', sees: heading('User not found') },
  {
    name: 'signal not found',
    as: 'omar',
    path: '/signal/019a0000-0000-7000-8000-000000000000',
    sees: heading('Signal not found'),
  },
  { name: '404', as: 'omar', path: '/no/such/page', sees: heading('404 Page Not Found') },
  {
    name: 'checkout with mistakes',
    as: 'omar',
    path: ofMaya((id) => `/subscribe/creator/${id}`),
    press: PAY,
    sees: text('Card number is required'),
  },
  {
    name: 'revenue as a table',
    as: 'maya',
    path: '/subscriptions',
    press: 'Show as table',
    sees: (page) => page.getByRole('table'),
  },
  { name: 'no subscriptions', as: 'omar', path: '/subscriptions', sees: heading('Manage Subscriptions') },
  {
    name: 'subscription that a profile led to',
    as: 'rosa',
    path: ofMaya((id) => `/subscriptions?creator=${id}`),
    sees: button(/^Manage/),
  },
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
]

export const SCREENS: readonly Screen[] = [
  ...ASKING,
  ...MORE,
  ...LINK_PAGES,
  ...SIGNAL_DIALOGS,
  ...ADMIN_SCREENS,
  ...SAFETY_SCREENS,
]

/** Signs in and opens a screen without waiting for its content. */
export async function goToScreen(
  page: Page,
  { as, path }: Screen,
  before?: () => Promise<unknown>,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (as !== undefined) await signInByApi(page, as)
  const address = typeof path === 'string' ? path : await path(page)
  await before?.()
  // If only the part after # differs from the current address, `goto` wouldn't load the page again.
  if (address.includes('#')) await page.goto('about:blank')
  await page.goto(address)
}

/** Waits until the screen shows its content. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  await goToScreen(page, screen)
  if (screen.press !== undefined) await page.getByRole('button', { name: screen.press }).first().click()
  await expect(screen.sees(page)).toBeVisible()
}
