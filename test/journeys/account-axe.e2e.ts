// Screens that are reached by steps and have no address: axe and the layout checks, as in axe.e2e.ts.
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { sampled } from '#test/test-scope.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, register, registerAndOpen, test } from './fixtures.ts'
import { forgetReauthentications } from './forget-reauthentications.ts'
import type { Product } from './start-product.ts'
import { addAuthenticator, addPasskey } from './virtual-authenticator.ts'

async function askForNewEmail(page: Page): Promise<void> {
  await page.getByLabel('New email').fill('ann@new.example')
  await page.keyboard.press('Enter')
}

/** The address of the newest link of this kind in the mailbox. */
async function linkTo(page: Page, path: string): Promise<string> {
  const pattern = new RegExp(`${path}#token=[\\w-]+`)
  const find = async () => pattern.exec(await (await page.request.get('/sandbox/mail')).text())?.[0]
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

const STATES: [name: string, open: (page: Page, product: Product) => Promise<void>][] = [
  [
    'the dialog that confirms an identity',
    async (page, product) => {
      await registerAndOpen(page, 'ann', '/settings/account?dialog=change-email')
      await forgetReauthentications(product)
      await askForNewEmail(page)
      await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    },
  ],
  [
    'the notice that a link to a new email was sent',
    async (page) => {
      await registerAndOpen(page, 'ann', '/settings/account?dialog=change-email')
      await askForNewEmail(page)
      await expect(page.getByRole('status').filter({ hasText: 'We’ve sent a link' })).toBeVisible()
    },
  ],
  [
    'a link that verifies an email',
    async (page) => {
      await register(page, 'ann')
      await page.goto(await linkTo(page, '/verify-email'))
      await expect(page.getByRole('button', { name: 'Verify email' })).toBeVisible()
    },
  ],
  [
    'the recovery codes',
    async (page) => {
      await registerAndOpen(page, 'ann', '/settings/security?dialog=set-up-authenticator')
      const link = page.getByRole('link', { name: 'Open your app' })
      const secret = new URL((await link.getAttribute('href')) ?? '').searchParams.get('secret') ?? ''
      await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Keep your recovery codes' })).toBeVisible()
    },
  ],
  [
    'the dialog that removes a passkey',
    async (page) => {
      await addAuthenticator(page)
      await registerAndOpen(page, 'ann', '/settings/security')
      await addPasskey(page, 'Work laptop')
      await page.getByRole('link', { name: 'Remove passkey Work laptop' }).press('Enter')
      await expect(page.getByRole('dialog', { name: 'Remove “Work laptop”?' })).toBeVisible()
    },
  ],
  [
    'a copy of one’s data that is ready',
    async (page) => {
      await registerAndOpen(page, 'ann', '/settings/data')
      await page.getByRole('button', { name: 'Request a copy of your data' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Download the copy of your data' })).toBeVisible()
    },
  ],
]

for (const [name, open] of sampled(STATES, 1))
  test(
    `axe and the layout checks find no problem in ${name}`,
    { tag: '@screen' },
    async ({ screenPage: page, product }) => {
      await open(page, product)
      await expectAccessible(page)
    },
  )
