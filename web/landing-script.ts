// The landing page's script, without React. React is fetched only when a person is about to open a dialog.
import { OfflineError } from './lib/api-error.ts'
import { clickedLink } from './lib/clicked-link.ts'
import { openSessionChannel } from './lib/session-channel.ts'
import { applyTheme, storedTheme } from './lib/stored-theme.ts'
import './theme.css'

applyTheme(storedTheme())

/** Imports the dialog that an address asks for; undefined if it asks for none. */
function dialogImportFor(search: string): (() => Promise<unknown>) | undefined {
  const params = new URLSearchParams(search)
  if (params.get('dialog') === 'waitlist') return () => import('./features/waitlist/waitlist-dialog.tsx')
  if (params.has('auth')) return () => import('./features/auth/auth-dialog.tsx')
  return undefined
}

/** Browsers don't request a module again after it failed to load. Only a page load helps then. */
let hasFailed = false

/** Loads React, which hydrates the page, and the dialog in parallel. Throws if the browser is offline. */
async function hydrate(search: string): Promise<void> {
  try {
    await Promise.all([import('./main.tsx'), import('./screens/landing.tsx'), dialogImportFor(search)?.()])
  } catch (error) {
    hasFailed = true
    throw error
  }
  listeners.abort()
  document.getElementById('landing-error')?.remove()
}

const listeners = new AbortController()
const { signal } = listeners

function onReach({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  // A failed prefetch is reported only when the link is clicked.
  if (link && dialogImportFor(link.search)) hydrate(link.search).catch(() => {})
}

async function onClick(event: MouseEvent) {
  const link = clickedLink(event)
  if (!link || !dialogImportFor(link.search) || (hasFailed && navigator.onLine)) return
  event.preventDefault()
  if (link.ariaBusy) return
  link.ariaBusy = 'true'
  try {
    const [{ go }] = await Promise.all([import('./lib/navigation.ts'), hydrate(link.search)])
    go(link.pathname + link.search)
  } catch {
    showOffline()
  } finally {
    link.ariaBusy = null
  }
}

function showOffline() {
  const message = document.getElementById('landing-error')
  if (message) message.textContent = new OfflineError().message
}

document.addEventListener('pointerover', onReach, { signal })
document.addEventListener('focusin', onReach, { signal })
document.addEventListener('click', (event) => void onClick(event), { signal })

if (dialogImportFor(location.search)) hydrate(location.search).catch(showOffline)

// The person signed in in another tab.
const channel = openSessionChannel()
signal.addEventListener('abort', () => channel.close())
channel.onmessage = ({ data }) => data !== null && location.assign('/')

/**
 * After Back, the browser may show this page from its cache, although the person has signed in in the
 * meantime.
 */
async function checkSession() {
  const response = await fetch('/api/user')
  if (!response.ok || (await response.json()) === null || signal.aborted) return
  document.getElementById('root')?.replaceChildren()
  await hydrate('')
}
checkSession().catch(() => {})
