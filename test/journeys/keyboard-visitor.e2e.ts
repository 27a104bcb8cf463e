// A visitor with a keyboard alone: onto the waitlist, in by an account of one's own, and out again.
import { enterOn, expectBackOn, expectSeen, startOf, tabTo, typeInto } from './keys.ts'
import { expect, test, toastOf } from './people.ts'

// Nothing is looked at on its way to where it stands.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test(
  'Nina joins the waitlist, is told of a mistake where she made it, and is back on the link she came by',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    const opener = page.getByRole('link', { name: 'Join Waitlist' })
    await enterOn(page, opener)
    const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
    const address = dialog.getByLabel('Email Address')
    await expect(address).toBeFocused()
    await page.keyboard.press('Escape')
    await expectBackOn(page, opener)

    await page.keyboard.press('Enter')
    await expect(address).toBeFocused()
    await page.keyboard.type('nina at home')
    await enterOn(page, dialog.getByRole('button', { name: 'Join Waitlist' }))
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
    await expect(address).toBeFocused()
    await expectSeen(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('nina.keys@example.com')
    await page.keyboard.press('Enter')

    const done = page.getByRole('dialog', { name: "You're on the list!" })
    await expect(done).toBeFocused()
    await enterOn(page, done.getByRole('button', { name: 'Got it' }))
    await expectBackOn(page, opener)
  },
)

test(
  'Ines creates an account from field to field, and begins at the start of her feed',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/?auth=register')
    const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
    const username = `ines_${Math.random().toString(36).slice(2, 8)}`
    // Reaching the tab of the other panel leaves this one open.
    await tabTo(page, dialog.getByRole('tab', { name: 'Sign In' }))
    await expectSeen(page)
    await typeInto(page, dialog.getByLabel('Email Address'), `${username}@post.example`)
    await typeInto(page, dialog.getByLabel('Username'), 'in')
    await typeInto(page, dialog.getByLabel('Password'), 'a good password')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible()
    await expect(dialog.getByLabel('Username')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(username)
    await enterOn(page, dialog.getByRole('button', { name: 'Create Account' }))
    await expect(toastOf(page)).toContainText('Welcome to Signalpost!')
    await expect(dialog).toHaveCount(0)
    await expect(startOf(page)).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: 'Following' }))
  },
)

test('Rosa signs in and out, and never has to look for the focus', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/')
  const opener = page.getByRole('link', { name: 'Log in' })
  await enterOn(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Welcome to Signalpost' })
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectBackOn(page, opener)

  await page.keyboard.press('Enter')
  await typeInto(page, dialog.getByLabel('Username'), 'rosa')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('signalpost')
  await page.keyboard.press('Enter')
  await expect(toastOf(page)).toContainText('Welcome back!')
  await expect(dialog).toHaveCount(0)
  await expect(startOf(page)).toBeFocused()

  // The header comes before the start of the page.
  await tabTo(page, page.getByRole('link', { name: 'Your profile' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await expect(startOf(page)).toBeFocused()
  await enterOn(page, page.getByRole('button', { name: 'Sign Out' }))
  await expect(toastOf(page)).toContainText('Logged out')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Share trades/)
  await expect(startOf(page)).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Join Waitlist' }))
})
