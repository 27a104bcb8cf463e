// Steps and readings of the access control test: an upload, and how much an answer shows.
import sharp from 'sharp'
import type { TickerCalls } from '#shared/contracts/tickers.ts'
import { uploads } from '#shared/contracts/uploads.ts'
import type { Browser } from '#test/server.ts'

export async function uploadBy(browser: Browser): Promise<string> {
  const { uploadURL } = await browser.call(uploads.start, { body: {} })
  const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
  await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body })
  return uploadURL
}

/** How many signals about a ticker were counted. */
export const countedIn = (calls: string) =>
  (JSON.parse(calls) as TickerCalls).days.reduce(
    (all, { buy, sell, comment }) => all + buy + sell + comment,
    0,
  )

/** The pictures of shared links. */
export const SHARED_PICTURES = {
  "cleo's card": () => ({ id: 'profile/cleo.png' }),
  'no picture': () => ({ id: 'cleo.svg' }),
  "a page's picture": () => ({ id: 'method.png' }),
  "petra's card": () => ({ id: 'profile/petra.png' }),
}
