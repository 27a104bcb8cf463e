// One event stream a browser, however many tabs: the tab that holds a lock reads it and hands on what it is told.
import { LIVE_PATH, type LiveEvent } from '#shared/live.ts'

type Hear = (what: LiveEvent['what']) => void

/** So soon after the page began nothing was missed: the server tells again what it told in the last ten seconds. */
const JUST_BEGUN_MS = 5000
/** A tab that leads answers at once, unless its browser has put it to sleep. */
const ANSWER_MS = 1000
/** Signing out frees the lock too, and then the next tab is about to leave as well. */
const TAKE_OVER_MS = 300
/** After an answer that is no stream the browser itself does not come back; twice as long each time. */
const RETRY_MIN_MS = 5000
const RETRY_MAX_MS = 60_000

const hasJustBegun = (begunAtMs: number) => performance.now() - begunAtMs < JUST_BEGUN_MS

const WHO_LEADS = 'who-leads'
const I_LEAD = 'i-lead'

/** Hears all changes of this person until the returned function is called, also those that other tabs are told. */
export function followChanges(userId: string, hear: Hear): () => void {
  const begunAtMs = performance.now()
  // Only a page that came over HTTPS, or from this machine, has locks.
  if (!('locks' in navigator)) return openStream(begunAtMs, hear)

  const name = `signalpost-live-${userId}`
  const leaving = new AbortController()
  const { signal } = leaving
  const channel = new BroadcastChannel(name)
  let isAnswered = false
  /** There while this tab leads. */
  let closeStream: (() => void) | undefined

  async function lead(): Promise<void> {
    if (signal.aborted) return
    isAnswered = true
    closeStream = openStream(begunAtMs, (what) => {
      channel.postMessage(what)
      hear(what)
    })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  async function queue(options: LockOptions): Promise<void> {
    // It is refused when another tab takes over, and when this one leaves before it was its turn.
    await navigator.locks.request(name, options, lead).catch(() => {})
    closeStream?.()
    closeStream = undefined
    // Whoever took over still stands in the queue from before.
    if (!signal.aborted && !options.steal) await queue({ signal })
  }
  /** A tab that sleeps, as on phones, keeps the lock and hears nothing: whichever is looked at takes over. */
  function ask() {
    if (document.visibilityState !== 'visible' || closeStream) return
    isAnswered = false
    channel.postMessage(WHO_LEADS)
    setTimeout(() => {
      if (!isAnswered && !closeStream && !signal.aborted) void queue({ steal: true })
    }, ANSWER_MS)
  }

  channel.onmessage = ({ data }: MessageEvent<LiveEvent['what'] | typeof WHO_LEADS | typeof I_LEAD>) => {
    if (data === I_LEAD) isAnswered = true
    else if (data !== WHO_LEADS) hear(data)
    else if (closeStream) channel.postMessage(I_LEAD)
  }
  document.addEventListener('visibilitychange', ask, { signal })
  // Kept aside by the browser, the page heard nothing.
  addEventListener('pageshow', ({ persisted }) => persisted && hear('everything'), { signal })
  void queue({ signal })
  ask()
  return () => {
    leaving.abort()
    closeStream?.()
    channel.close()
  }
}

function openStream(begunAtMs: number, hear: Hear): () => void {
  let source: EventSource | undefined
  let waitMs = RETRY_MIN_MS
  let timer = window.setTimeout(open, hasJustBegun(begunAtMs) ? 0 : TAKE_OVER_MS)
  function open() {
    const opened = new EventSource(LIVE_PATH)
    source = opened
    opened.addEventListener('open', () => {
      waitMs = RETRY_MIN_MS
      if (!hasJustBegun(begunAtMs)) hear('everything')
    })
    opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
      hear((JSON.parse(data) as LiveEvent).what),
    )
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      // Signed out, or the server is not well: which of them, reading the own user shows.
      hear('session')
      // Not all browsers at the same moment.
      timer = window.setTimeout(open, waitMs * (0.75 + Math.random() / 2))
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
    })
  }
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
