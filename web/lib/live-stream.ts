// One event stream per browser: the tab that holds a lock reads the stream and broadcasts each change to the
// other tabs.
import { LIVE_PATH, type LiveEvent } from '#shared/live.ts'

type OnChange = (change: LiveEvent['what']) => void

/** A page this young has missed nothing, because the server repeats the changes of the last ten seconds. */
const FRESH_PAGE_MS = 5000
/** The leading tab answers at once, unless the browser has suspended it. */
const ANSWER_MS = 1000
/** Signing out frees the lock as well. The tab that gets the lock is about to leave, too, so it waits this long. */
const TAKE_OVER_MS = 300
/**
 * The browser doesn't reconnect after a response that isn't a stream, so the page does. The wait doubles each
 * time.
 */
const RETRY_MIN_MS = 5000
const RETRY_MAX_MS = 60_000

const isFreshPage = (startedAtMs: number) => performance.now() - startedAtMs < FRESH_PAGE_MS

const WHO_LEADS = 'who-leads'
const I_LEAD = 'i-lead'

/**
 * Calls `onChange` for each change about this person, in any tab. Returns the function that
 * stops it.
 */
export function subscribeToChanges(userId: string, onChange: OnChange): () => void {
  const startedAtMs = performance.now()
  // Locks exist only on secure pages (HTTPS or localhost).
  if (!('locks' in navigator)) return openStream(startedAtMs, onChange)

  const name = `signalpost-live-${userId}`
  const controller = new AbortController()
  const { signal } = controller
  const channel = new BroadcastChannel(name)
  let hasAnswer = false
  /** Set while this tab leads. */
  let closeStream: (() => void) | undefined

  async function lead(): Promise<void> {
    if (signal.aborted) return
    hasAnswer = true
    closeStream = openStream(startedAtMs, (change) => {
      channel.postMessage(change)
      onChange(change)
    })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  async function waitForLock(options: LockOptions): Promise<void> {
    // The request is rejected if another tab steals the lock, or if this tab unsubscribes while it waits.
    await navigator.locks.request(name, options, lead).catch(() => {})
    closeStream?.()
    closeStream = undefined
    // A tab that stole the lock still has its earlier request in the queue.
    if (!signal.aborted && !options.steal) await waitForLock({ signal })
  }
  /** A suspended tab, as on phones, keeps the lock but receives nothing. The visible tab then takes over. */
  function checkLeader() {
    if (document.visibilityState !== 'visible' || closeStream) return
    hasAnswer = false
    channel.postMessage(WHO_LEADS)
    setTimeout(() => {
      if (!hasAnswer && !closeStream && !signal.aborted) void waitForLock({ steal: true })
    }, ANSWER_MS)
  }

  channel.onmessage = ({ data }: MessageEvent<LiveEvent['what'] | typeof WHO_LEADS | typeof I_LEAD>) => {
    if (data === I_LEAD) hasAnswer = true
    else if (data !== WHO_LEADS) onChange(data)
    else if (closeStream) channel.postMessage(I_LEAD)
  }
  document.addEventListener('visibilitychange', checkLeader, { signal })
  // A page restored from the back/forward cache has missed every change in between.
  addEventListener('pageshow', ({ persisted }) => persisted && onChange('everything'), { signal })
  void waitForLock({ signal })
  checkLeader()
  return () => {
    controller.abort()
    closeStream?.()
    channel.close()
  }
}

function openStream(startedAtMs: number, onChange: OnChange): () => void {
  let source: EventSource | undefined
  let waitMs = RETRY_MIN_MS
  let timer = window.setTimeout(open, isFreshPage(startedAtMs) ? 0 : TAKE_OVER_MS)
  function open() {
    const opened = new EventSource(LIVE_PATH)
    source = opened
    opened.addEventListener('open', () => {
      waitMs = RETRY_MIN_MS
      if (!isFreshPage(startedAtMs)) onChange('everything')
    })
    opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
      onChange((JSON.parse(data) as LiveEvent).what),
    )
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return
      // Either the session has ended or the server is down. Refetching the signed-in user shows which.
      onChange('session')
      // Jitter, so that browsers don't reconnect all at once.
      timer = window.setTimeout(open, waitMs * (0.75 + Math.random() / 2))
      waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
    })
  }
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
