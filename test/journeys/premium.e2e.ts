// Premium signals: not in any response for a stranger, readable for a subscriber.
import type { Page } from '@playwright/test'
import { answerDisclosures, expect, registerAndOpen, register, test, toastIn } from './fixtures.ts'
import { newCreator, signalCard, subscribe } from './payment-steps.ts'

/** Returns a function that collects every API response of this page, except the endless event stream. */
function recordResponses(page: Page): () => Promise<string> {
  const responses: Promise<string>[] = []
  page.on('response', (response) => {
    const isStream = response.request().resourceType() === 'eventsource'
    const isCall = new URL(response.url()).pathname.startsWith('/api/')
    if (isCall && !isStream) responses.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(responses)).join('\n')
}

// @spec-1.7 @spec-2.94 @spec-6.20
test('a premium signal is locked for a stranger and readable for a subscriber', async ({
  screenPage: page,
  openBrowser,
}) => {
  const creator = await newCreator(page, 'maker', 1200)
  const secret = `Only for those who pay ${Math.random()}`
  await page.goto('/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill('hush')
  await dialog.getByRole('textbox', { name: 'Content' }).fill(secret)
  await answerDisclosures(page)
  await dialog.getByRole('switch', { name: 'Premium' }).click()
  const posted = page.waitForResponse('**/api/signals')
  await dialog.getByRole('button', { name: 'Post Signal' }).click()
  await expect(toastIn(page)).toContainText('Signal Posted')
  const { id } = (await (await posted).json()) as { id: string }
  await expect(signalCard(page, id)).toContainText(secret)

  const stranger = await openBrowser()
  const responses = recordResponses(stranger)
  await registerAndOpen(stranger, 'stranger')
  for (const path of ['/?scope=everyone', `/profile/${creator.username}`]) {
    await stranger.goto(path)
    const card = signalCard(stranger, id)
    await expect(card, path).toContainText('Premium signal')
    await expect(stranger.getByRole('main')).toContainText('Not an investment recommendation.')
    await expect(card.getByRole('link', { name: 'Subscribe $12/month' })).toBeVisible()
    expect(await stranger.content()).not.toContain(secret)
  }
  expect(await responses()).toContain(id)
  expect(await responses()).not.toContain(secret)
  expect(await responses()).not.toContain('HUSH')

  const subscriber = await openBrowser()
  await register(subscriber, 'subscriber')
  await subscribe(subscriber, creator.id)
  await subscriber.goto('/')
  const card = signalCard(subscriber, id)
  await expect(card).toContainText(secret)
  await expect(card.getByText('$HUSH', { exact: true })).toBeVisible()
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  await subscriber.goto(`/profile/${creator.username}`)
  await expect(subscriber.getByText('Subscribed', { exact: true })).toBeVisible()
  await expect(card).toContainText(secret)
})
