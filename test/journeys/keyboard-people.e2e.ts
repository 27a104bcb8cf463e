// Among people with a keyboard alone: following, the own profile, from a card to whoever wrote it, and between the tabs.
import { enterOn, expectBackOn, expectSeen, startOf, tabTo, typeInto } from './keys.ts'
import { chooseFile, enter, expect, figureOf, newcomer, test, toastOf } from './people.ts'

// Nothing is looked at on its way to where it stands.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test(
  'Fay follows Ivy and thinks better of it, on one button that keeps the focus',
  { tag: '@slow' },
  async ({ page }) => {
    await newcomer(page, 'fay', '/profile/ivy')
    const head = page.getByRole('region', { name: 'Index Ivy' })
    const button = head.getByRole('button', { name: /^Follow/ })
    await tabTo(page, button)
    const before = Number(await figureOf(page, 'Followers').innerText())
    for (const [key, words, count] of [
      ['Enter', 'Following', before + 1],
      ['Space', 'Follow', before],
    ] as const) {
      const answered = page.waitForResponse(/\/api\/follows/)
      await page.keyboard.press(key)
      expect((await answered).ok()).toBe(true)
      await expect(button).toHaveText(words)
      await expect(figureOf(page, 'Followers')).toHaveText(String(count))
      await expect(button).toBeFocused()
      await expectSeen(page)
    }
  },
)

for (const width of [1280, 360])
  test(
    `Paula names herself and hides her profile, and is back on the link at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await newcomer(page, 'paula', '/profile')
      const opener = page.getByRole('link', { name: 'Edit Profile' })
      await enterOn(page, opener)
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
      await enterOn(page, dialog.getByRole('button', { name: 'Save Changes' }))
      await expect(toastOf(page)).toContainText('Profile updated successfully')
      await expectBackOn(page, opener)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paula Painter')
      await expect(page.getByText('Colours and cash flows.')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('switch')).not.toBeChecked()
    },
  )

test('Paula chooses a picture from the button that shows it', { tag: '@slow' }, async ({ page }) => {
  await newcomer(page, 'paula', '/profile?dialog=edit-profile')
  const button = page.getByRole('dialog').getByRole('button', { name: 'Change picture' })
  await tabTo(page, button)
  const buffer = Buffer.from('%PDF')
  const press = () => page.keyboard.press('Enter')
  await chooseFile(page, press, { name: 'me.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Only images can be uploaded')
  await expect(button).toBeFocused()
  await expectSeen(page)
})

for (const width of [1280, 360])
  test(
    `Maya goes from a card to its author and on through the tabs at ${width} px`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await enter(page, 'maya', '/?scope=everyone')
      const card = page.getByRole('article').filter({ hasNot: page.getByRole('link', { name: 'maya' }) })
      const author = card.first().getByRole('link').first()
      // Not what is drawn: of a card that is just coming into view that is nothing yet.
      const name = await author.textContent()
      await enterOn(page, author)
      await expect(page).toHaveURL(`/profile/${name}`)
      await expect(startOf(page)).toBeFocused()

      const tabs = page.getByRole('navigation', { name: 'Main' })
      for (const [tab, path] of [
        ['Portfolio', '/portfolio'],
        ['Profile', '/profile'],
        ['Feed', '/'],
      ] as const) {
        // The way round by the end is the shorter one.
        await tabTo(page, tabs.getByRole('link', { name: tab }), 'Shift+Tab')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(path)
        await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
        await expect(startOf(page)).toBeFocused()
      }
    },
  )

test(
  'Omar changes the theme with the arrows, and sees where he is in each',
  { tag: '@slow' },
  async ({ page }) => {
    await enter(page, 'omar', '/profile')
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
      await expectSeen(page)
    }
  },
)
