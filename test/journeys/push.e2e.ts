// Push: Rosa turns it on, Maya posts a premium signal, and Rosa's phone shows it once. Push services can't be reached from here:
// the sandbox stands in for them, and what it got is handed to the browser through the DevTools protocol.
import type { Page, Route } from '@playwright/test'
import { allowConsoleErrors, expect, openAs, signInByApi, test, WIDTHS } from './fixtures.ts'
import { axeViolations } from './run-axe.ts'

test.use({ serviceWorkers: 'allow' })

type Received = { payload: string }
type Shown = { shown: Map<string, string> }

/** `pushManager.subscribe` asks the sandbox, as it would ask the browser's push service. */
const subscribeToSandbox = () => {
  PushManager.prototype.subscribe = async function (options) {
    const answer = await fetch('/sandbox/push/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ applicationServerKey: options?.applicationServerKey }),
    })
    const made = (await answer.json()) as { id: string }
    sessionStorage.setItem('phone', made.id)
    return { toJSON: () => made } as unknown as PushSubscription
  }
}

async function postAs(page: Page, content: string): Promise<string> {
  const response = await page.request.post('/api/signals', {
    data: { content, signalType: 'buy', tickers: '["KO"]', isPremium: true },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

for (const width of WIDTHS)
  test(`a premium signal shows once on a phone at ${width} px, and never after signing out`, async ({
    page,
    context,
    openBrowser,
    product,
  }) => {
    const { origin } = product
    await page.setViewportSize({ width, height: 800 })
    await context.grantPermissions(['notifications'], { origin })
    await page.addInitScript(subscribeToSandbox)
    await openAs(page, 'rosa', '/settings/notifications')
    const ways = page.getByRole('switch', { name: 'Notifications on this device' })
    await ways.click()
    await expect(ways).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Show what premium signals say' })).not.toBeChecked()
    expect(await axeViolations(page, {})).toEqual([])

    const maya = await openBrowser()
    await openAs(maya, 'maya')
    const id = await postAs(maya, 'A secret reason')
    const phone = await page.evaluate(() => sessionStorage.getItem('phone'))
    const received = async () =>
      (await (await page.request.get(`/sandbox/push/subscriptions/${phone}/messages`)).json()) as Received[]
    await expect.poll(async () => (await received()).length).toBe(1)
    const [{ payload } = { payload: '' }] = await received()
    expect(payload).not.toMatch(/secret|KO/)

    const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers()
    // Headless Chromium has nowhere to show notifications: this keeps them as a phone does, one for each tag.
    await worker.evaluate(() => {
      const shown = new Map<string, string>()
      Object.assign(self, { shown })
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
        void shown.set(options?.tag ?? '', title)
    })
    const devtools = await context.newCDPSession(page)
    const registration = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    await devtools.send('ServiceWorker.enable')
    // The message comes twice, as after a kill in between.
    for (const data of [payload, payload])
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: await registration,
        data,
      })
    await expect
      .poll(() => worker.evaluate(() => [...(self as unknown as Shown).shown]))
      .toEqual([[id, 'Maya Lindqvist posted a premium signal']])

    await page.goto(`/signal/${id}`)
    await expect(page.getByText(/^In \d+ feeds? within .* Push handed to 1 device within /)).toBeVisible()
    await page.goto('/sandbox/push')
    await expect(
      page.getByRole('heading', { name: 'Maya Lindqvist posted a premium signal' }).first(),
    ).toBeVisible()

    await page.request.post('/api/logout', { headers: { origin } })
    const silent = await postAs(maya, 'Nobody is told')
    await expect
      .poll(async () => {
        const answer = await maya.request.get(`/api/signals/${silent}/delivery`)
        return ((await answer.json()) as { feeds: number | null }).feeds
      })
      .not.toBeNull()
    expect(await received()).toHaveLength(1)
  })

test('a device whose push subscription ended says so, and failed calls can be repeated', async ({
  page,
  openBrowser,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAs(page, 'rosa', '/settings/notifications')
  const ways = page.getByRole('switch', { name: 'Notifications on this device' })
  await ways.click()
  await expect(ways).toBeChecked()
  const outage = (status?: number) => page.request.put('/sandbox/push/outage', { data: { status } })
  await outage(410)
  const maya = await openBrowser()
  await openAs(maya, 'maya')
  await postAs(maya, 'Nobody gets this')
  const ended = page.getByText(
    /^Off · your browser stopped accepting notifications on .*\. Turn them on again\.$/,
  )
  await expect(async () => {
    await page.reload()
    await expect(ended).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(await axeViolations(page, {})).toEqual([])
  await outage()
  await ways.click()
  await expect(ways).toBeChecked()
  await expect(ended).toBeHidden()

  const fail = (route: Route) => route.fulfill({ status: 503, json: { code: 'internal', message: 'Busy' } })
  allowConsoleErrors(page, /503/)
  await page.route('**/api/push-devices', fail)
  await page.reload()
  await expect(page.getByText('Couldn’t load your devices.')).toBeVisible()
  await page.unroute('**/api/push-devices', fail)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(ways).toBeChecked()
  await ways.click()
  await expect(ways).not.toBeChecked()

  await page.route('**/api/bells/*', fail)
  await page.goto('/profile/maya')
  const bell = page.getByRole('button', { name: 'Alerts for @maya: couldn’t be loaded' })
  await bell.click()
  await expect(page.getByText('Couldn’t load your alerts for @maya.')).toBeVisible()
  await page.unroute('**/api/bells/*', fail)
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await expect(
    page.getByRole('button', { name: /^Alerts for @maya: (all signals|premium only|off)$/ }),
  ).toBeVisible()
})

test('without a network the product says so on a plain page, and can be installed', async ({
  page,
  context,
}) => {
  await signInByApi(page, 'rosa')
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const devtools = await context.newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  allowConsoleErrors(page, /ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.goto('/portfolio').catch(() => {})
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible()
  expect(await axeViolations(page, {})).toEqual([])
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('No connection')
})
