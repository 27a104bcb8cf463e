// Steps of the payment journeys: test cards, the card form, and people who have paid before the journey starts.
import type { APIResponse, Page } from '@playwright/test'
import { confirmAsBrowser, submitForm } from '#tools/sandbox/stripe/browser-actions.ts'
import { expect, register } from './fixtures.ts'

/** Typed as on the card (`tools/sandbox/stripe/README.md`). */
export const CARDS = {
  pays: '4242 4242 4242 4242',
  isDeclined: '4000 0000 0000 0002',
  hasNoFunds: '4000 0000 0000 9995',
  asksTheBank: '4000 0027 6000 3184',
} as const

export const cardNumberField = (page: Page) => page.getByLabel('Card number')
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** Fills in the card form, which appears once the server has started the payment. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await cardNumberField(page).pressSequentially(number.replaceAll(' ', ''))
  await page.getByLabel('Expiry').pressSequentially('1234')
  await page.getByLabel('Security code').pressSequentially('123')
}

/** Returns a function that counts this page's attempts to pay. */
export function countPaymentAttempts(page: Page): () => number {
  let tries = 0
  page.on('request', (request) => (tries += request.url().endsWith('/confirm') ? 1 : 0))
  return () => tries
}

/** Presses Pay. Resolves with a function that lets the attempt reach the payment provider. */
export async function pressPay(page: Page, tries: () => number, card: string): Promise<() => void> {
  await typeCard(page, card)
  const answer = Promise.withResolvers<void>()
  await page.route('**/confirm', async (route) => {
    await answer.promise
    await route.continue()
  })
  await payButton(page).click()
  await expect.poll(tries).toBe(1)
  return answer.resolve
}

/** Completes or fails 3-D Secure on the bank's page. */
export async function answer3dSecure(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  await expect(page.getByRole('heading', { name: '3-D Secure' })).toBeVisible()
  await page.getByRole('button', { name: `${answer} authentication` }).click()
}

/** The card of a signal, by its id. */
export const signalCard = (page: Page, id: string) => page.locator(`[data-signal="${id}"]`)

/** A row of a list on `/subscriptions`, by the name in it. */
export const subscriptionRow = (page: Page, list: string, name: string) =>
  page.getByRole('region', { name: list }).getByRole('listitem').filter({ hasText: name })

/** One figure of the revenue summary, such as "Net per month". */
export const revenueFigure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Revenue summary' })
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .locator('dd')
    .first()

async function answered<Body>(response: APIResponse): Promise<Body> {
  expect(response.ok(), `${response.url()}: ${response.status()}`).toBe(true)
  return (await response.json()) as Body
}
const post = async <Body>({ request }: Page, path: string, data?: unknown): Promise<Body> =>
  answered(await request.post(path, { data }))
const get = async <Body>({ request }: Page, path: string): Promise<Body> => answered(await request.get(path))

/** The user id behind a username. */
export const idOf = async (page: Page, username: string): Promise<string> =>
  (await get<{ id: string }>(page, `/api/users/${username}`)).id

/** The gross revenue of this page's creator this month, in US cents. */
export async function grossOf(page: Page): Promise<number> {
  const { months } = await get<{ months: { grossInCents: number }[] }>(page, '/api/creator/revenue')
  return months.at(-1)?.grossInCents ?? 0
}

/** Pays with a valid card, as the card form does. */
async function confirm(page: Page, clientSecret: string): Promise<void> {
  const { payments } = await get<{ payments: { apiBase: string } }>(page, '/api/config')
  const { status } = await confirmAsBrowser(payments.apiBase, clientSecret, CARDS.pays.replaceAll(' ', ''))
  expect(status, 'the card pays').toBe(200)
}

export type Creator = { username: string; id: string; premium: { id: string; words: string } }

/**
 * Registers a creator with payouts, this price and one premium signal, signed in on this page. The price is in US cents;
 * `null` means no price yet.
 */
export async function newCreator(
  page: Page,
  name: string,
  priceInCents: number | null = 950,
): Promise<Creator> {
  const username = await register(page, name)
  const begun = await post<{ clientSecret: string }>(page, '/api/stripe/creator-subscription')
  await confirm(page, begun.clientSecret)
  expect(await post(page, '/api/creator-subscription/check')).toMatchObject({ isCreator: true })
  await post(page, '/api/stripe/connect/create-account')
  await submitForm((await post<{ url: string }>(page, '/api/stripe/connect/create-account-link')).url)
  expect(await get(page, '/api/stripe/connect/account-status')).toMatchObject({ connected: true })
  if (priceInCents !== null) await post(page, '/api/creator/setup-pricing', { priceInCents })
  const words = `Only for those who pay ${username}`
  const { id } = await post<{ id: string }>(page, '/api/signals', { content: words, isPremium: true })
  return { username, id: await idOf(page, username), premium: { id, words } }
}

/** Subscribes the person signed in on this page, pays, and waits until the server has confirmed it. */
export async function subscribe(page: Page, creatorId: string): Promise<void> {
  const { clientSecret } = await post<{ clientSecret: string }>(page, '/api/subscriptions/create', {
    creatorId,
  })
  await confirm(page, clientSecret)
  expect(await post(page, '/api/subscriptions/check', { creatorId })).toMatchObject({ isSubscribed: true })
}
