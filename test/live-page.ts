// An open page as the server sees it: a client that reads the event stream.
import { expect, vi } from 'vitest'
import { LIVE_PATH, type LiveEvent } from '#shared/live.ts'
import { atMost } from '#test/test-scope.ts'
import type { Browser } from './server.ts'

export type LivePage = {
  response: Response
  /** The changes it was notified of, in order. */
  events: LiveEvent['what'][]
  /** The raw stream, including comments and retry hints. */
  text(): string
  isOver(): boolean
  close(): void
}

/** Opens the stream like a page does. */
export async function openLive(browser: Browser, headers: Record<string, string> = {}): Promise<LivePage> {
  const closing = new AbortController()
  const response = await browser.fetch(LIVE_PATH, { signal: closing.signal, headers })
  let text = ''
  let isOver = false
  const events: LiveEvent['what'][] = []
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body as ReadableStream<Uint8Array>) {
      text += decoder.decode(part, { stream: true })
      events.splice(0)
      for (const [, data = ''] of text.matchAll(/^data: (.*)\n\n/gm))
        events.push((JSON.parse(data) as LiveEvent).what)
    }
  }
  read().then(
    () => (isOver = true),
    () => (isOver = true),
  )
  return { response, events, text: () => text, isOver: () => isOver, close: () => closing.abort() }
}

/** A notification arrives within a second. */
export const SOON = { timeout: atMost(1000), interval: 5 }
export const expectEvents = (page: LivePage, ...what: LiveEvent['what'][]) =>
  vi.waitFor(() => expect(page.events).toEqual(what), SOON)
/** Sessions are checked once a second. */
export const expectEnd = (page: LivePage) =>
  vi.waitFor(() => expect(page.isOver()).toBe(true), { ...SOON, timeout: atMost(1500) })
