// A visitor by keyboard alone: joining the waitlist, creating an account, signing in and out.
import {
  pressEnterOn,
  expectBackOn,
  expectFocusVisible,
  pageContent,
  tabTo,
  typeInto,
} from './keyboard-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

// Animated elements can't be measured.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test(
  'Nina corrects an error, joins the waitlist, and the focus returns to the link',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    const opener = page.getByRole('link', { name: 'Join Waitlist' })
    await pressEnterOn(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
    const address = dialog.getByLabel('Email Address')
    await expect(address).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, opener)

    await page.keyboard.press('Enter')
    await expect(address).toBeFocused()
    await page.keyboard.type('nina at home')
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Join Waitlist' }))
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await expect(address).toBeFocused()
    await expectFocusVisible(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('nina.keys@example.com')
    await page.keyboard.press('Enter')

    const done = page.getByRole('dialog', { name: "You're on the list!" })
    await expect(done).toBeFocused()
    await pressEnterOn(page, done.getByRole('button', { name: 'Got it' }))
    await expectBackOn(page, opener)
  },
)

test(
  'Ines creates an account, and the focus moves to the start of her feed',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/?auth=register')
    const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
    const username = `ines_${Math.random().toString(36).slice(2, 8)}`
    // Focusing the other tab doesn't switch the panel.
    await tabTo(page, dialog.getByRole('tab', { name: 'Sign In' }))
    await expectFocusVisible(page)
    await typeInto(page, dialog.getByLabel('Email Address'), `${username}@post.example`)
    await typeInto(page, dialog.getByLabel('Username'), 'in')
    await typeInto(page, dialog.getByLabel('Password', { exact: true }), 'a good password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible()
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(username)
    for (const box of [/or older/, /agree to the/]) {
      await tabTo(page, dialog.getByRole('checkbox', { name: box }))
      await page.keyboard.press('Space')
    }
    await pressEnterOn(page, dialog.getByRole('button', { name: 'Create Account' }))
    await expect(toastIn(page)).toContainText('Welcome to Signalpost!')
    await expect(dialog).toHaveCount(0)
    await expect(pageContent(page)).toBeFocused()
    await tabTo(page, page.getByRole('searchbox', { name: 'Add a ticker or company' }))
  },
)

test('Rosa signs in and out, and the focus is never lost', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('link', { name: 'Log in' })
  await pressEnterOn(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectBackOn(page, opener)

  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByLabel('Username'), 'rosa')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('signalpost')
  await page.keyboard.press('Enter')
  await expect(toastIn(page)).toContainText('Welcome back!')
  await expect(dialog).toHaveCount(0)
  await expect(pageContent(page)).toBeFocused()

  // The header comes before the page content.
  await tabTo(page, page.getByRole('link', { name: 'Your profile' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await expect(pageContent(page)).toBeFocused()
  await pressEnterOn(page, page.getByRole('button', { name: 'Sign Out' }))
  await expect(toastIn(page)).toContainText('Logged out')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Share trades/)
  await expect(pageContent(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Join Waitlist' }))
})
