// An open page as the server sees it: somebody who reads an event stream.
import { expect, vi } from 'vitest'
import { LIVE_PATH, type LiveEvent } from '#shared/live.ts'
import { atMost } from '#test/full.ts'
import type { Browser } from './server.ts'

export type LivePage = {
  response: Response
  /** What it was told since, in order. */
  heard: LiveEvent['what'][]
  /** Everything as it came, comments and hints included. */
  text(): string
  isOver(): boolean
  close(): void
}

/** Opens the stream as a page does. */
export async function openLive(browser: Browser, headers: Record<string, string> = {}): Promise<LivePage> {
  const closing = new AbortController()
  const response = await browser.fetch(LIVE_PATH, { signal: closing.signal, headers })
  let text = ''
  let isOver = false
  const heard: LiveEvent['what'][] = []
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(part, { stream: true })
      heard.splice(0)
      for (const [, data = ''] of text.matchAll(/^data: (.*)\n\n/gm))
        heard.push((JSON.parse(data) as LiveEvent).what)
    }
  }
  read().then(
    () => (isOver = true),
    () => (isOver = true),
  )
  return { response, heard, text: () => text, isOver: () => isOver, close: () => closing.abort() }
}

/** Well within the second that people may wait. */
export const SOON = { timeout: atMost(1000), interval: 5 }
export const hears = (page: LivePage, ...what: LiveEvent['what'][]) =>
  vi.waitFor(() => expect(page.heard).toEqual(what), SOON)
/** Sessions are looked at once a second. */
export const ends = (page: LivePage) =>
  vi.waitFor(() => expect(page.isOver()).toBe(true), { ...SOON, timeout: atMost(1500) })
