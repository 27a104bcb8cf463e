// Premium signals: not even in the answer for a stranger, readable for somebody who pays.
import type { Page } from '@playwright/test'
import { expect, newcomer, register, test, toastOf } from './people.ts'
import { newCreator, signalOf, subscribe } from './paying.ts'

/** Everything the server has told this page, but for the stream that never ends. */
function overhear(page: Page): () => Promise<string> {
  const told: Promise<string>[] = []
  page.on('response', (response) => {
    const isStream = response.request().resourceType() === 'eventsource'
    const isCall = new URL(response.url()).pathname.startsWith('/api/')
    if (isCall && !isStream) told.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(told)).join('\n')
}

// @spec-1.7 @spec-2.94 @spec-6.20
test('a premium signal is locked for a stranger and open for a subscriber', async ({ page, another }) => {
  const creator = await newCreator(page, 'maker', 1200)
  const secret = `Only for those who pay ${Math.random()}`
  await page.goto('/?dialog=signal')
  const dialog = page.getByRole('dialog', { name: 'Share Investment Signal' })
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill('hush')
  await dialog.getByRole('textbox', { name: 'Content' }).fill(secret)
  await dialog.getByRole('switch', { name: 'Premium' }).click()
  const posted = page.waitForResponse('**/api/signals')
  await dialog.getByRole('button', { name: 'Post Signal' }).click()
  await expect(toastOf(page)).toContainText('Signal Posted')
  const { id } = (await (await posted).json()) as { id: string }
  await expect(signalOf(page, id)).toContainText(secret)

  const stranger = await another()
  const told = overhear(stranger)
  await newcomer(stranger, 'stranger')
  for (const path of ['/?scope=everyone', `/profile/${creator.username}`]) {
    await stranger.goto(path)
    const card = signalOf(stranger, id)
    await expect(card, path).toContainText('Premium signal')
    await expect(card).toContainText('Not an investment recommendation.')
    await expect(card.getByRole('link', { name: 'Subscribe $12/month' })).toBeVisible()
    expect(await stranger.content()).not.toContain(secret)
  }
  expect(await told()).toContain(id)
  expect(await told()).not.toContain(secret)
  expect(await told()).not.toContain('HUSH')

  const subscriber = await another()
  await register(subscriber, 'subscriber')
  await subscribe(subscriber, creator.id)
  await subscriber.goto('/')
  const card = signalOf(subscriber, id)
  await expect(card).toContainText(secret)
  await expect(card.getByText('$HUSH')).toBeVisible()
  await expect(card.getByText('Premium', { exact: true })).toBeVisible()
  await subscriber.goto(`/profile/${creator.username}`)
  await expect(subscriber.getByText('Subscribed', { exact: true })).toBeVisible()
  await expect(card).toContainText(secret)
})
