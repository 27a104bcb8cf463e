// How a picture travels: in one request to the address it was given, again where that can help, and not where it cannot.
import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { refusedWith } from './held-calls.ts'
import { allowErrors, expect, newcomer, test, toastOf } from './people.ts'

/** Counts the addresses asked for and the requests made to them; the first of those are answered as listed. */
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
  // The recorder asks for the preview in a way of its own, which the page's policy rightly refuses.
  allowErrors(page, /^Connecting to 'blob:.* violates .*connect-src|ERR_INTERNET_DISCONNECTED|^\[Uppy\]/)
  await newcomer(page, 'ida', '/profile?dialog=edit-profile')
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
})

const arrives = (page: Page) =>
  expect(toastOf(page)).toContainText('Profile updated successfully', { timeout: 15_000 })

// @spec-5.33 @spec-7.41 @spec-9.34
test('a picture is sent in a single request', async ({ page }) => {
  const count = await watchUpload(page)
  await choosePicture(page)
  await arrives(page)
  expect(count).toEqual({ addresses: 1, requests: 1 })
})

for (const [what, refusal] of [
  ['an address that has expired', refusedWith(403, 'Request has expired')], // @spec-8.37
  ['two writers that met', refusedWith(409, 'Conflict')], // @spec-8.40
] as const)
  // @spec-9.33
  test(`after ${what} it is sent again, to a new address`, async ({ page }) => {
    const count = await watchUpload(page, refusal, refusal)
    await choosePicture(page)
    await arrives(page)
    expect(count).toEqual({ addresses: 3, requests: 3 })
  })

// @spec-8.38
test('asked to slow down, it waits and goes on', async ({ page }) => {
  const count = await watchUpload(page, refusedWith(429, 'Slow down'))
  const begun = Date.now()
  await choosePicture(page)
  await arrives(page)
  expect(count).toEqual({ addresses: 1, requests: 2 })
  // Uppy waits 150 ms, then 300, then 600.
  expect(Date.now() - begun).toBeGreaterThan(145)
})

for (const status of [400, 403, 404, 413])
  // @spec-8.39
  test(`refused with ${status} it fails at once`, { tag: '@slow' }, async ({ page }) => {
    const count = await watchUpload(page, refusedWith(status, 'No'))
    await choosePicture(page)
    await expect(toastOf(page)).toContainText('Failed to process uploaded image')
    expect(count).toEqual({ addresses: 1, requests: 1 })
  })

// @spec-8.41
test(
  'without a connection it waits, and goes on once there is one',
  { tag: '@slow' },
  async ({ page, context }) => {
    const count = await watchUpload(page)
    // The code that sends it is fetched with the first picture.
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
