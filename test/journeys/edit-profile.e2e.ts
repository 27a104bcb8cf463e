// Editing one's own profile: name, bio and picture, and files that aren't pictures.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { allowConsoleErrors, chooseFile, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })
// Not located by role: while the dialog is open, the rest of the page is hidden from assistive technology.
const ownPictures = (page: Page) => ({
  header: page.locator('[aria-label="Your profile"] img'),
  profile: page.locator('[aria-labelledby="profile-name"] img'),
})

async function expectPicturesLoaded(page: Page) {
  for (const [place, face] of Object.entries(ownPictures(page)))
    await expect
      .poll(() => face.evaluate((image) => (image as HTMLImageElement).naturalWidth), { message: place })
      .toBeGreaterThan(0)
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  dialogOf(page).getByLabel('Profile picture').setInputFiles({ name, mimeType: 'image/png', buffer })

const png = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

// @spec-2.110 @spec-2.124 @spec-2.126 @spec-2.127 @spec-7.11 @spec-7.14
test('a name, a bio and a picture are saved and appear everywhere, also after a reload', async ({
  screenPage: page,
}) => {
  await registerAndOpen(page, 'painter', '/profile')
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByText('0/160 characters')).toBeVisible()
  await dialog.getByLabel('Display Name').fill('Paula Painter')
  await dialog.getByLabel('Bio').fill('x'.repeat(161))
  await expect(dialog.getByText('161/160 characters')).toBeVisible()
  await expect(dialog.getByText('Bio can have at most 160 characters')).toBeVisible()
  await dialog.getByLabel('Bio').fill('Colours and cash flows.')
  await expect(dialog.getByText('23/160 characters')).toBeVisible()

  // The button opens the browser's own file chooser, as for a person.
  const buffer = await png('#0a5a63')
  const press = () => dialog.getByRole('button', { name: 'Change picture' }).click()
  await chooseFile(page, press, { name: 'me.png', mimeType: 'image/png', buffer })
  await expect(toastIn(page)).toContainText('Profile updated successfully')
  await expect(dialog.getByLabel('Bio')).toHaveValue('Colours and cash flows.')

  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toastIn(page)).toContainText('Profile updated successfully')
  await expect(page).toHaveURL('/profile')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paula Painter')
  await expect(page.getByText('Colours and cash flows.')).toBeVisible()
  await expectPicturesLoaded(page)

  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Change picture' })).toBeFocused()
  for (const face of Object.values(ownPictures(page))) await expect(face).toHaveCount(0)
})

test('Escape and Back keep the typed text, Cancel discards it', { tag: '@slow' }, async ({ page }) => {
  await registerAndOpen(page, 'ines', '/profile')
  const edit = page.getByRole('link', { name: 'Edit Profile' })
  const dialog = dialogOf(page)
  const bio = dialog.getByLabel('Bio')
  await edit.click()
  await bio.fill('Half a sentence')
  await expect(dialog.getByText('Not saved yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(bio).toHaveValue('Half a sentence')
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(bio).toHaveValue('Half a sentence')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(bio).toHaveValue('')
})

// @spec-5.36 @spec-8.24
test(
  "a text file named .png is refused with a message, and the picture doesn't change",
  { tag: '@slow' },
  async ({ page }) => {
    // Playwright's recorder requests the preview in a way that the page's content security policy refuses, as it should.
    allowConsoleErrors(page, /^Connecting to 'blob:.* violates .*connect-src/)
    await registerAndOpen(page, 'painter', '/profile?dialog=edit-profile')
    await choose(page, 'me.png', await png('#b3252b'))
    await expect(toastIn(page)).toContainText('Profile updated successfully')
    const source = await ownPictures(page).header.getAttribute('src')
    expect(source).toMatch(/^\/objects\/pictures\/.+\.webp$/)

    await choose(page, 'notes.png', Buffer.from('These are my notes, and not a picture at all.'))
    await expect(toastIn(page)).toContainText('Failed to process uploaded image')
    await expect(dialogOf(page).locator('img')).toHaveAttribute('src', source ?? '')
    await expect(dialogOf(page).getByRole('button', { name: 'Change picture' })).toBeEnabled()
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(ownPictures(page).header).toHaveAttribute('src', source ?? '')
    await page.reload()
    await expect(ownPictures(page).header).toHaveAttribute('src', source ?? '')
    await expectPicturesLoaded(page)
  },
)

// @spec-2.125 @spec-5.34 @spec-5.35
test('a file that is not an image by its name, or is too large, is refused before anything is sent', async ({
  screenPage: page,
}) => {
  await registerAndOpen(page, 'painter', '/profile?dialog=edit-profile')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const input = dialogOf(page).getByLabel('Profile picture')
  await input.setInputFiles({ name: 'me.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(dialogOf(page).getByRole('alert')).toHaveText('Only images can be uploaded')
  await choose(page, 'huge.png', Buffer.alloc(5_242_881))
  await expect(dialogOf(page).getByRole('alert')).toHaveText('The picture is larger than 5 MB')
  expect(sent).toEqual([])
})
