// What the landing does before React is there, which is fetched only for whoever reaches for one of its dialogs.
import { OfflineError } from './lib/api-error.ts'
import { pressedLink } from './lib/pressed-link.ts'
import { SESSION_CHANNEL } from './lib/session-channel.ts'
import { applyTheme, storedTheme } from './ui/stored-theme.ts'
import './theme.css'

applyTheme(storedTheme())

/** The code of the dialog an address asks for. */
function dialogOf(search: string): (() => Promise<unknown>) | undefined {
  const params = new URLSearchParams(search)
  if (params.get('dialog') === 'waitlist') return () => import('./features/waitlist/waitlist-dialog.tsx')
  if (params.has('auth')) return () => import('./features/auth/auth-dialog.tsx')
  return undefined
}

/** Browsers don't fetch a module again that once didn't arrive; then only a page load helps. */
let hasFailed = false

/** React takes the page over as it stands; the dialog's code travels beside it. Throws when there is no connection. */
async function takeOver(search: string): Promise<void> {
  try {
    await Promise.all([import('./main.tsx'), import('./screens/landing.tsx'), dialogOf(search)?.()])
  } catch (error) {
    hasFailed = true
    throw error
  }
  listening.abort()
  document.getElementById('trouble')?.remove()
}

const listening = new AbortController()
const { signal } = listening

function near({ target }: Event) {
  const link = target instanceof Element ? target.closest('a') : null
  // A failure is told when it is really needed.
  if (link && dialogOf(link.search)) takeOver(link.search).catch(() => {})
}

async function press(event: MouseEvent) {
  const link = pressedLink(event)
  if (!link || !dialogOf(link.search) || (hasFailed && navigator.onLine)) return
  event.preventDefault()
  if (link.ariaBusy) return
  link.ariaBusy = 'true'
  try {
    const [{ go }] = await Promise.all([import('./lib/navigation.ts'), takeOver(link.search)])
    go(link.pathname + link.search)
  } catch {
    tellOffline()
  } finally {
    link.ariaBusy = null
  }
}

function tellOffline() {
  const words = document.getElementById('trouble')
  if (words) words.textContent = new OfflineError().message
}

document.addEventListener('pointerover', near, { signal })
document.addEventListener('focusin', near, { signal })
document.addEventListener('click', (event) => void press(event), { signal })

if (dialogOf(location.search)) takeOver(location.search).catch(tellOffline)

// Somebody signs in in another tab.
const channel = new BroadcastChannel(SESSION_CHANNEL)
signal.addEventListener('abort', () => channel.close())
channel.onmessage = ({ data }) => data !== null && location.assign('/')

/** Going back, a browser may show this page from its memory although somebody has signed in since. */
async function lookAgain() {
  const answer = await fetch('/api/user')
  if (!answer.ok || (await answer.json()) === null || signal.aborted) return
  document.getElementById('root')?.replaceChildren()
  await takeOver('')
}
lookAgain().catch(() => {})
