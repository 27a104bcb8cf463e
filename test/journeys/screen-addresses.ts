// Addresses of screens that depend on data: an id, or the link in an email.
import type { Page } from '@playwright/test'
import { expect, register, REGISTERED_PASSWORD } from './fixtures.ts'
import { idOf } from './payment-steps.ts'

/** Addresses with an id: of the creator maya, of one of her signals, of the viewer's newest subscription. */
export const ofMaya = (path: (id: string) => string) => async (page: Page) => path(await idOf(page, 'maya'))
export const dialogOfMaya = ofMaya((id) => `/profile/maya?dialog=subscribe&creator=${id}`)
/** The signals of maya about a ticker, newest first. */
export async function mayaOn(page: Page, ticker: string): Promise<{ id: string }[]> {
  const answer = await page.request.get(`/api/signals/user/${await idOf(page, 'maya')}?ticker=${ticker}`)
  return (await answer.json()) as { id: string }[]
}
/** Her first signal about ASML has a chart and later signals. */
export const firstOfMaya = async (page: Page) => `/signal/${(await mayaOn(page, 'ASML')).at(-1)?.id}`
/** A signal of maya's with comments, also deleted ones. */
export async function threadOfMaya(page: Page): Promise<string> {
  const reply = await page.request.get('/api/signals/feed?limit=100')
  const all = (await reply.json()) as { id: string; content?: string }[]
  return `/signal/${all.find(({ content }) => content?.startsWith('Started a position in ASML'))?.id}#comments`
}
export const checkOfMaya = async (page: Page) => `/verify?signal=${(await mayaOn(page, 'ASML')).at(-1)?.id}`
export const ofOwn = (path: (id: string) => string) => async (page: Page) => {
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const answer = await page.request.get(`/api/subscriptions/subscriber/${id}`)
  const [newest] = (await answer.json()) as { id: string }[]
  return path(newest?.id ?? 'none')
}
export const ofConnection = (path: (id: string) => string) => async (page: Page) => {
  const answer = await page.request.get('/api/portfolio/overview')
  const { connections } = (await answer.json()) as { connections: { id: string }[] }
  return path(connections[0]?.id ?? 'none')
}

/** The address in the newest email with a link that sets a new password; of a person whom no other journey needs. */
export const ofReset = async (page: Page) => {
  await page.request.post('/api/password-resets', { data: { login: 'jonas' } })
  return await linkInMailbox(page, /http:\S+\/reset-password#token=[\w-]+/)
}

/** The newest address in an email that matches, without its origin. */
async function linkInMailbox(page: Page, link: RegExp): Promise<string> {
  const mailbox = async () => (await page.request.get('/sandbox/mail')).text()
  await expect.poll(async () => link.test(await mailbox())).toBe(true)
  const [address = ''] = link.exec(await mailbox()) ?? []
  return new URL(address).pathname + new URL(address).hash
}

/** The address in an email with a link that confirms a new email, of another such person. */
export const ofEmailChange = async (page: Page) => {
  await page.request.post('/api/login', { data: { username: 'jonas', password: 'signalpost' } })
  const data = { email: 'jonas@new.example' }
  await page.request.put('/api/email', { data })
  await page.request.post('/api/logout')
  // Others register in the meantime, and get links to the same page.
  return await linkInMailbox(
    page,
    /(?<=Confirm your new email:\n<a href=")http:[^"]+\/verify-email#token=[\w-]+/,
  )
}

/** The settings of a person who hasn't verified their email. */
export const ofNewcomer = async (page: Page) => {
  await register(page, 'lea')
  return '/settings/account'
}

/** Signs in a new person whose account is being deleted. */
export const ofLeaving = async (page: Page) => {
  const username = await register(page, 'lena')
  await page.request.post('/api/account-deletion', { data: { username } })
  await page.request.post('/api/login', { data: { username, password: REGISTERED_PASSWORD } })
  return '/'
}

/** The dialog doesn't ask which signal it is. */
export const WITHDRAW = '/profile?dialog=withdraw-signal&id=00000000-0000-4000-8000-000000000000'
