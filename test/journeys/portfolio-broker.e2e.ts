// Connecting a broker through its own pages: connected, abandoned, refused, broken, reconnected and disconnected.
import type { Page } from '@playwright/test'
import { WAIT_TIMEOUT_MS } from '#test/test-scope.ts'
import {
  accountsOf,
  returnFromBroker,
  connectSampleBroker,
  expectToFit,
  holdingsOf,
  signInAtBroker,
  sourceBadges,
} from './portfolio-steps.ts'
import { newCreator } from './payment-steps.ts'
import { expect, test, toastIn } from './fixtures.ts'

/** Works for 15 seconds, then requires a new sign-in. */
const EXPIRES = 'Sample Expiring Sign-in'
const A_MINUTE = { timeout: WAIT_TIMEOUT_MS }

async function openConnectDialog(page: Page) {
  await page.getByRole('link', { name: 'Connect sample broker' }).click()
  await expect(page).toHaveURL('/portfolio?dialog=connect-broker')
  const dialog = page.getByRole('dialog', { name: 'Connect sample broker' })
  await expect(dialog).toContainText(
    'You don’t need a real account, and its figures are marked “Sample data”.',
  )
  return dialog
}

for (const width of [1280, 360])
  // @spec-1.9 @spec-2.106
  test(
    `a connected sample broker shows "Sample data" and no other label at ${width} px`,
    { tag: width === 1280 ? '@slow' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await newCreator(page, 'iris')
      await page.goto('/portfolio')
      await expect(page.getByText('You don’t need a real account for the sample')).toBeVisible()
      await expectToFit(page)
      const dialog = await openConnectDialog(page)
      await expect(dialog).toContainText('Read-only')
      await expectToFit(page)
      const looks: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/connections/look')) looks.push(request.method())
      })
      await signInAtBroker(page, 'Sample Brokerage')
      await expect(toastIn(page)).toContainText('Sample Brokerage connected')
      await expect(toastIn(page)).toContainText('Reading its history…')

      // The account is read and the returns are computed while the page stays open.
      await expect(holdingsOf(page)).toContainText('since purchase')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Sample data')
      await expect(page.getByText('Live Data')).toHaveCount(0)
      await expect(page.getByText('Your broker is connected')).toBeVisible()
      await expect(page.getByText('Share premium signals to attract subscribers.')).toBeVisible()
      await expect(accountsOf(page).getByText('Sample broker', { exact: true })).toBeVisible()
      await expect(sourceBadges(page)).toContainText('Sample data')
      await expect(accountsOf(page)).toContainText(/Account \S+4021, USD/)
      await expect(accountsOf(page)).toContainText(/Last read \w{3} \d/)
      await expectToFit(page)

      // The page handles the return from the broker once, not again after a reload.
      await page.reload()
      await expect(holdingsOf(page)).toBeVisible()
      await expect(toastIn(page)).toHaveCount(0)
      expect(looks).toEqual(['POST'])
    },
  )

test(
  'abandoning the sign-in at the broker connects nothing, and the person can start again',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio')
    await (await openConnectDialog(page)).getByRole('button', { name: 'Continue' }).click()
    // The dialog has a button of the same name, too.
    await expect(page.getByRole('heading', { name: 'Connect a sample broker' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await returnFromBroker(page)
    await expect(toastIn(page)).toContainText('No broker was connected')
    await expect(page.getByRole('alert')).toHaveCount(0)

    // The same with the browser's Back: the button is no longer pending.
    await (await openConnectDialog(page)).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a sample broker' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Continue' })).toBeEnabled()
    await page.keyboard.press('Escape')

    // A refusal by the broker is an error with instructions.
    await openConnectDialog(page)
    await signInAtBroker(page, 'Sample Wrong Password')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Couldn’t connect your broker')
    await alert.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect sample broker' })).toBeVisible()
  },
)

// @spec-2.97 @spec-2.105 @spec-4.22
test(
  'a broker without positions and a paper account are labeled as such',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio')
    await openConnectDialog(page)
    await signInAtBroker(page, 'Sample Empty')
    await expect(page.getByText('Your connected brokerage has no positions.')).toBeVisible()
    await page.getByRole('button', { name: 'Add an account' }).click()
    await page.getByRole('menuitem', { name: 'Connect sample broker' }).click()
    await signInAtBroker(page, 'Sample Paper Trading')
    await expect(toastIn(page)).toContainText('Sample Paper Trading connected')
    await expect(accountsOf(page)).toContainText('Paper account, not included in any figure')
    const paper = accountsOf(page).getByRole('listitem').filter({ hasText: 'Sample Paper Trading' })
    await expect(paper.getByText('Paper account', { exact: true })).toBeVisible()
    await expect(paper).not.toContainText('Live Data')
    await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText('+0.0%')
    await expect(holdingsOf(page)).toHaveCount(0)

    // Disconnects one with its data, then deletes everything.
    await accountsOf(page).getByRole('button', { name: 'Disconnect Sample Paper Trading' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/1 account with \d+ transactions/)
    await expect(dialog).toContainText('Your broker account doesn’t change.')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(toastIn(page)).toContainText('Broker disconnected')
    await expect(accountsOf(page)).not.toContainText('Sample Paper Trading')
    await expect(accountsOf(page).getByRole('heading', { name: 'Accounts' })).toBeFocused()
    await accountsOf(page).getByRole('link', { name: 'Delete everything' }).click()
    await expect(dialog).toContainText('1 connection: Sample Empty')
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await expect(toastIn(page)).toContainText('Portfolio deleted')
    await expect(page.getByText('Connect your broker to share real trades with subscribers.')).toBeVisible()
    await expect(accountsOf(page)).toHaveCount(0)
  },
)

test(
  "an unavailable broker shows a message, and the page doesn't wait for it",
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await newCreator(page, 'iris')
    await connectSampleBroker(page, 'SAMPLE-DOWN', 'reading')
    await page.goto('/portfolio')
    await expect(accountsOf(page)).toContainText('Sample Maintenance couldn’t be read.')
    await expect(accountsOf(page)).toContainText('Waiting')
    await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
    await expect(page.getByText(/^Reading your history/)).toHaveCount(0)
    await expectToFit(page)

    // Beside another broker's figures, the page says that this broker is not included.
    await page.getByRole('button', { name: 'Add an account' }).click()
    await page.getByRole('menuitem', { name: 'Connect sample broker' }).click()
    await signInAtBroker(page, 'Sample Brokerage')
    await expect(holdingsOf(page)).toContainText('since purchase')
    await expect(page.getByText('Sample Maintenance isn’t included in these figures yet.')).toBeVisible()
    await expectToFit(page)
  },
)

test(
  'an open page shows a broken connection, and signing in again repairs it',
  { tag: '@slow' },
  async ({ page }) => {
    test.setTimeout(180_000)
    await page.setViewportSize({ width: 360, height: 800 })
    await newCreator(page, 'iris')
    await page.goto('/portfolio')
    await openConnectDialog(page)
    await signInAtBroker(page, EXPIRES)
    await expect(holdingsOf(page)).toContainText('since purchase')
    const before = await holdingsOf(page).getByRole('listitem').count()

    const banner = page.getByText(`Your connection to ${EXPIRES} needs you to sign in again.`)
    await expect(banner).toBeVisible(A_MINUTE)
    await expect(page.getByText(/^Figures are as of \w{3} \d+, \d{4}\.$/)).toBeVisible()
    await expect(sourceBadges(page)).toContainText('Reconnect')
    await expect(sourceBadges(page)).not.toContainText('Live Data')
    await expect(accountsOf(page)).toContainText('Reconnect needed')
    await expectToFit(page)

    await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
    await expect(page.getByRole('heading', { name: `Reconnect ${EXPIRES}` })).toBeVisible()
    await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
    await returnFromBroker(page)
    await expect(toastIn(page)).toContainText(`${EXPIRES} connected again`)
    await expect(banner).toHaveCount(0)
    await expect(sourceBadges(page)).not.toContainText('Reconnect')
    // The data from before is still there, and there is no second connection.
    await expect(holdingsOf(page).getByRole('listitem')).toHaveCount(before)
    await expect(accountsOf(page).getByRole('heading', { name: EXPIRES })).toHaveCount(1)
  },
)
