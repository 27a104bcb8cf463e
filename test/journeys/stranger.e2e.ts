// A stranger without an account: from a shared signal to its author's record, to the check, to joining.
import { expectAccessible } from './expect-accessible.ts'
import { expect, signInByApi, test, tickAgreements, WIDTHS } from './fixtures.ts'
import { mayaOn } from './screen-addresses.ts'

for (const width of WIDTHS)
  test(`a stranger lands on a signal, reads the record, checks it and joins, at ${width} px`, async ({
    screenPage: page,
    openBrowser,
  }) => {
    await signInByApi(page, 'rosa')
    const id = (await mayaOn(page, 'ASML')).at(-1)?.id ?? ''
    const stranger = await openBrowser()
    await stranger.setViewportSize({ width, height: 800 })
    await stranger.emulateMedia({ colorScheme: width === 360 ? 'dark' : 'light' })
    await stranger.goto(`/s/${id}?from=<script>alert(1)</script>`)
    await expect(stranger.getByRole('heading', { level: 1 })).toContainText('$ASML by Maya Lindqvist')
    await expectAccessible(stranger)
    await stranger.getByRole('link', { name: 'See all trades' }).click()
    await expect(stranger).toHaveURL('/@maya')
    await expect(stranger.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible()
    await expect(stranger.getByRole('heading', { name: 'All trades' })).toBeVisible()
    await expectAccessible(stranger)
    const wide = await stranger.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
    await stranger.getByRole('link', { name: 'Verify this record' }).click()
    await expect(stranger.locator('[data-check="ok"]').first()).toBeVisible()
    await stranger.goto('/@maya')
    await stranger.getByRole('link', { name: 'Join to follow' }).click()
    await expect(stranger.getByRole('dialog', { name: 'Join the Waitlist' })).toBeVisible()
    // An invitation comes by email; the same browser remembers whose page it was.
    await stranger.goto('/?auth=register')
    const dialog = stranger.getByRole('dialog', { name: 'Welcome to Signalpost' })
    const username = `joe_${Math.random().toString(36).slice(2, 8)}`
    await dialog.getByLabel('Email Address').fill(`${username}@example.com`)
    await dialog.getByLabel('Username').fill(username)
    await dialog.getByLabel('Password', { exact: true }).fill('a good long password')
    await tickAgreements(dialog)
    const sent = stranger.waitForRequest('**/api/register')
    await dialog.getByRole('button', { name: 'Create Account' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ from: 'maya', showsRecordToVisitors: false })
    await expect(stranger).toHaveURL('/start')
  })

test('the pages for visitors are complete without JavaScript and load at most 10 kB of it', async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  for (const [path, text] of [
    ['/@maya', 'All trades'],
    ['/discover', 'By record'],
    ['/t/ASML', 'Signals on $ASML'],
    ['/log', 'Latest entries'],
    ['/method', 'How scoring works'],
    ['/verify', 'Without us'],
  ] as const) {
    await plain.goto(path)
    await expect(plain.getByRole('heading', { name: text }).first()).toBeVisible()
    let bytes = 0
    const count = async (sizes: Promise<{ responseBodySize: number; responseHeadersSize: number }>) => {
      const { responseBodySize, responseHeadersSize } = await sizes
      bytes += responseBodySize + responseHeadersSize
    }
    const sizes: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(count(request.sizes()))
    })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await Promise.all(sizes)
    page.removeAllListeners('requestfinished')
    expect({ path, isSmall: bytes <= 10_000 }).toEqual({ path, isSmall: true })
  }
  await expect(plain.locator('noscript p').first()).toBeVisible()
  await context.close()
})
