// Uploading a picture: one request to the signed URL, with retries only where they can help.
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { failWith } from './intercept-calls.ts'
import { allowConsoleErrors, expect, registerAndOpen, test, toastIn } from './fixtures.ts'

/** Counts the signed URLs and the upload requests; the first requests get `answers`. */
async function watchUpload(page: Page, ...answers: ((route: Route) => Promise<void>)[]) {
  const count = { addresses: 0, requests: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/objects/upload')) count.addresses += 1
  })
  await page.route('**/objects/uploads/**', (route) => {
    count.requests += 1
    return (answers.shift() ?? ((now: Route) => now.continue()))(route)
  })
  return count
}

async function choosePicture(page: Page) {
  const buffer = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0a5a63' } })
    .png()
    .toBuffer()
  await page.getByLabel('Profile picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
}

test.beforeEach(async ({ page }) => {
  // Playwright's recorder requests the preview in a way that the page's content security policy refuses, as it should.
  allowConsoleErrors(
    page,
    /^Connecting to 'blob:.* violates .*connect-src|ERR_INTERNET_DISCONNECTED|^\[Uppy\]/,
  )
  await registerAndOpen(page, 'ida', '/profile?dialog=edit-profile')
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
})

const arrives = (page: Page) =>
  expect(toastIn(page)).toContainText('Profile updated successfully', { timeout: 15_000 })

// @spec-5.33 @spec-7.41 @spec-9.34
test('a picture is uploaded in a single request', { tag: '@slow' }, async ({ page }) => {
  const count = await watchUpload(page)
  await choosePicture(page)
  await arrives(page)
  expect(count).toEqual({ addresses: 1, requests: 1 })
})

for (const [what, refusal] of [
  ['an expired URL', failWith(403, 'Request has expired')], // @spec-8.37
  ['a write conflict', failWith(409, 'Conflict')], // @spec-8.40
] as const)
  // @spec-9.33
  test(`the upload retries with a new URL after ${what}`, { tag: '@slow' }, async ({ page }) => {
    const count = await watchUpload(page, refusal, refusal)
    await choosePicture(page)
    await arrives(page)
    expect(count).toEqual({ addresses: 3, requests: 3 })
  })

// @spec-8.38
test('the upload waits and retries after a 429', { tag: '@slow' }, async ({ page }) => {
  const count = await watchUpload(page, failWith(429, 'Slow down'))
  const begun = Date.now()
  await choosePicture(page)
  await arrives(page)
  expect(count).toEqual({ addresses: 1, requests: 2 })
  // Uppy waits 150 ms, then 300, then 600.
  expect(Date.now() - begun).toBeGreaterThan(145)
})

for (const status of [400, 403, 404, 413])
  // @spec-8.39
  test(`the upload fails at once after a ${status}`, { tag: '@slow' }, async ({ page }) => {
    const count = await watchUpload(page, failWith(status, 'No'))
    await choosePicture(page)
    await expect(toastIn(page)).toContainText('Failed to process uploaded image')
    expect(count).toEqual({ addresses: 1, requests: 1 })
  })

// @spec-8.41
test(
  'the upload waits while offline and continues when online',
  { tag: '@slow' },
  async ({ page, context }) => {
    const count = await watchUpload(page)
    // The upload code is loaded with the first picture.
    await choosePicture(page)
    await arrives(page)
    await context.setOffline(true)
    await choosePicture(page)
    await page.waitForTimeout(1500)
    expect(count.requests).toBe(1)
    await expect(page.getByRole('button', { name: 'Uploading...' })).toBeVisible()
    await context.setOffline(false)
    await expect.poll(() => count.requests).toBe(2)
    await arrives(page)
  },
)
