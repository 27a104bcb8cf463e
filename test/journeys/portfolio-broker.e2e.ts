// Connecting a broker through its own pages, and back: connected, abandoned, refused, broken, mended and ended.
import type { Page } from '@playwright/test'
import { WAIT_TIMEOUT_MS } from '#test/full.ts'
import {
  accountsOf,
  comeBack,
  connectSample,
  expectToFit,
  holdingsOf,
  signInAtBroker,
  standingOf,
} from './investing.ts'
import { newCreator } from './paying.ts'
import { expect, test, toastOf } from './people.ts'

/** Works for a quarter of a minute, then wants to be signed in at again. */
const EXPIRES = 'Sample Expiring Sign-in'
const A_MINUTE = { timeout: WAIT_TIMEOUT_MS }

async function openConnectDialog(page: Page) {
  await page.getByRole('link', { name: 'Connect sample broker' }).click()
  await expect(page).toHaveURL('/portfolio?dialog=connect-broker')
  const dialog = page.getByRole('dialog', { name: 'Connect sample broker' })
  await expect(dialog).toContainText('You don’t need a real account, and every figure says “Sample data”.')
  return dialog
}

for (const width of [1280, 360])
  // @spec-1.9 @spec-2.106
  test(
    `the sample broker is connected and says that it is a sample, and nothing else, at ${width} px`,
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
      await expect(toastOf(page)).toContainText('Sample Brokerage connected')
      await expect(toastOf(page)).toContainText('Reading its history…')

      // Read and worked out while the page stays open.
      await expect(holdingsOf(page)).toContainText('since purchase')
      const performance = page.getByRole('region', { name: 'Account Performance' })
      await expect(performance).toContainText('Sample data')
      await expect(page.getByText('Live Data')).toHaveCount(0)
      await expect(page.getByText('Your broker is connected')).toBeVisible()
      await expect(page.getByText('Share premium signals to attract subscribers.')).toBeVisible()
      await expect(accountsOf(page).getByText('Sample data')).toBeVisible()
      await expect(accountsOf(page)).toContainText(/Account \S+4021, USD/)
      await expect(accountsOf(page)).toContainText(/Last read \w{3} \d/)
      await expectToFit(page)

      // Asked once; a reload is no second return.
      await page.reload()
      await expect(holdingsOf(page)).toBeVisible()
      await expect(toastOf(page)).toHaveCount(0)
      expect(looks).toEqual(['POST'])
    },
  )

test(
  'who turns back at the broker has connected nothing, and can begin again',
  { tag: '@slow' },
  async ({ page }) => {
    await newCreator(page, 'iris')
    await page.goto('/portfolio')
    await (await openConnectDialog(page)).getByRole('button', { name: 'Continue' }).click()
    // The dialog has a button of that name, too.
    await expect(page.getByRole('heading', { name: 'Connect a sample broker' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await comeBack(page)
    await expect(toastOf(page)).toContainText('No broker was connected')
    await expect(page.getByRole('alert')).toHaveCount(0)

    // By the browser's own way back, too: the button is not still opening.
    await (await openConnectDialog(page)).getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a sample broker' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Continue' })).toBeEnabled()
    await page.keyboard.press('Escape')

    // What the broker refuses is an error, and says what to do.
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
  'a broker without positions and a paper account are shown as what they are',
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
    await expect(toastOf(page)).toContainText('Sample Paper Trading connected')
    await expect(accountsOf(page)).toContainText('Paper account, not included in any figure')
    const paper = accountsOf(page).getByRole('listitem').filter({ hasText: 'Sample Paper Trading' })
    await expect(paper.getByText('Paper account', { exact: true })).toBeVisible()
    await expect(paper).not.toContainText('Live Data')
    await expect(page.getByRole('region', { name: 'Account Performance' })).toContainText('+0.0%')
    await expect(holdingsOf(page)).toHaveCount(0)

    // One of them goes, with what was read over it; then all.
    await accountsOf(page).getByRole('button', { name: 'Disconnect Sample Paper Trading' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/1 account with \d+ transactions/)
    await expect(dialog).toContainText('Your broker account doesn’t change.')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(toastOf(page)).toContainText('Broker Disconnected')
    await expect(accountsOf(page)).not.toContainText('Sample Paper Trading')
    await expect(accountsOf(page).getByRole('heading', { name: 'Accounts' })).toBeFocused()
    await accountsOf(page).getByRole('link', { name: 'Delete everything' }).click()
    await expect(dialog).toContainText('1 connection: Sample Empty')
    await dialog.getByRole('button', { name: 'Delete everything' }).click()
    await expect(toastOf(page)).toContainText('Portfolio Deleted')
    await expect(page.getByText('Connect your broker to share real trades with subscribers.')).toBeVisible()
    await expect(accountsOf(page)).toHaveCount(0)
  },
)

test('a broker that is away is said to be, and nobody waits for it', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await newCreator(page, 'iris')
  await connectSample(page, 'SAMPLE-DOWN', 'reading')
  await page.goto('/portfolio')
  await expect(accountsOf(page)).toContainText('Sample Maintenance couldn’t be read.')
  await expect(accountsOf(page)).toContainText('Waiting')
  await expect(page.getByRole('heading', { name: 'No portfolio data available' })).toBeVisible()
  await expect(page.getByText(/^Reading your history/)).toHaveCount(0)
  await expectToFit(page)

  // Beside figures of another broker it says that it is not in them.
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByRole('menuitem', { name: 'Connect sample broker' }).click()
  await signInAtBroker(page, 'Sample Brokerage')
  await expect(holdingsOf(page)).toContainText('since purchase')
  await expect(page.getByText('Sample Maintenance isn’t included in these figures yet.')).toBeVisible()
  await expectToFit(page)
})

test(
  'a connection that breaks says so on the open page, and signing in again mends it',
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
    await expect(standingOf(page)).toContainText('Reconnect')
    await expect(standingOf(page)).not.toContainText('Live Data')
    await expect(accountsOf(page)).toContainText('Reconnect needed')
    await expectToFit(page)

    await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
    await expect(page.getByRole('heading', { name: `Reconnect ${EXPIRES}` })).toBeVisible()
    await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
    await comeBack(page)
    await expect(toastOf(page)).toContainText(`${EXPIRES} connected again`)
    await expect(banner).toHaveCount(0)
    await expect(standingOf(page)).not.toContainText('Reconnect')
    // What was read before is still there, and there is no second connection.
    await expect(holdingsOf(page).getByRole('listitem')).toHaveCount(before)
    await expect(accountsOf(page).getByRole('heading', { name: EXPIRES })).toHaveCount(1)
  },
)
