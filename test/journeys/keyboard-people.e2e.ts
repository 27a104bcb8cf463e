// Following, editing the profile, opening an author from a card and switching tabs by keyboard alone.
import {
  pressEnterOn,
  expectBackOn,
  expectFocusVisible,
  pageContent,
  tabTo,
  typeInto,
} from './keyboard-steps.ts'
import {
  chooseFile,
  openAs,
  expect,
  profileFigure,
  registerAndOpen,
  test,
  toastIn,
  WIDTHS,
} from './fixtures.ts'

// Animated elements can't be measured.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test(
  'Fay follows and unfollows Ivy with one button that keeps the focus',
  { tag: '@slow' },
  async ({ page }) => {
    await registerAndOpen(page, 'fay', '/profile/ivy')
    const head = page.getByRole('region', { name: 'Index Ivy' })
    const button = head.getByRole('button', { name: /^Follow/ })
    await tabTo(page, button)
    const before = Number(await profileFigure(page, 'Followers').innerText())
    for (const [key, words, count] of [
      ['Enter', 'Following', before + 1],
      ['Space', 'Follow', before],
    ] as const) {
      const answered = page.waitForResponse(/\/api\/follows/)
      await page.keyboard.press(key)
      expect((await answered).ok()).toBe(true)
      await expect(button).toHaveText(words)
      await expect(profileFigure(page, 'Followers')).toHaveText(String(count))
      await expect(button).toBeFocused()
      await expectFocusVisible(page)
    }
  },
)

for (const width of WIDTHS)
  test(
    `Paula sets her name and makes her profile private, and the focus returns to the link at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await registerAndOpen(page, 'paula', '/profile')
      const opener = page.getByRole('link', { name: 'Edit Profile' })
      await pressEnterOn(page, opener)
      const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
      await expect(dialog).toBeFocused()
      await page.keyboard.press('Escape')
      await expectBackOn(page, opener)

      await page.keyboard.press('Enter')
      await expect(dialog).toBeFocused()
      await typeInto(page, dialog.getByLabel('Display Name'), 'Paula Painter')
      await typeInto(page, dialog.getByLabel('Bio'), 'Colours and cash flows.')
      await tabTo(page, dialog.getByRole('switch', { name: 'Public profile' }))
      await page.keyboard.press('Space')
      await expect(dialog.getByRole('switch')).not.toBeChecked()
      await pressEnterOn(page, dialog.getByRole('button', { name: 'Save Changes' }))
      await expect(toastIn(page)).toContainText('Profile updated successfully')
      await expectBackOn(page, opener)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paula Painter')
      await expect(page.getByText('Colours and cash flows.')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('switch')).not.toBeChecked()
    },
  )

test('Paula chooses a picture with the picture button', { tag: '@slow' }, async ({ page }) => {
  await registerAndOpen(page, 'paula', '/profile?dialog=edit-profile')
  const button = page.getByRole('dialog').getByRole('button', { name: 'Change picture' })
  await tabTo(page, button)
  const buffer = Buffer.from('%PDF')
  const press = () => page.keyboard.press('Enter')
  await chooseFile(page, press, { name: 'me.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Only images can be uploaded')
  await expect(button).toBeFocused()
  await expectFocusVisible(page)
})

for (const width of WIDTHS)
  test(
    `Maya opens the author of a card and then each tab at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await openAs(page, 'maya', '/?scope=everyone')
      const card = page.getByRole('article').filter({ hasNot: page.getByRole('link', { name: 'maya' }) })
      const author = card.first().getByRole('link').first()
      // Not `innerText`: it is empty while the card is not rendered yet (content-visibility).
      const name = await author.textContent()
      await pressEnterOn(page, author)
      await expect(page).toHaveURL(`/profile/${name}`)
      await expect(pageContent(page)).toBeFocused()

      const tabs = page.getByRole('navigation', { name: 'Main' })
      for (const [tab, path] of [
        ['Portfolio', '/portfolio'],
        ['Profile', '/profile'],
        ['Feed', '/'],
      ] as const) {
        // Shift+Tab from the end of the page is shorter.
        await tabTo(page, tabs.getByRole('link', { name: tab }), 'Shift+Tab')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(path)
        await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
        await expect(pageContent(page)).toBeFocused()
      }
    },
  )

test(
  'Omar changes the theme with the arrow keys, and the focus is visible in each theme',
  { tag: '@slow' },
  async ({ page }) => {
    await openAs(page, 'omar', '/settings/display')
    const theme = page.getByRole('radiogroup', { name: 'Theme' })
    await tabTo(page, theme.getByRole('radio', { name: 'System' }))
    for (const [key, name, look] of [
      ['ArrowRight', 'Light', 'light'],
      ['ArrowRight', 'Dark', 'dark'],
      ['ArrowLeft', 'Light', 'light'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(theme.getByRole('radio', { name })).toBeFocused()
      await expect(theme.getByRole('radio', { name })).toBeChecked()
      await expect(page.locator('html')).toHaveAttribute('data-theme', look)
      await expectFocusVisible(page)
    }
  },
)
