// The script of the pages that the server renders for visitors: the theme, whose page it is, and the way into the app.
import { saveCameFrom } from './lib/came-from.ts'
import { sessionStore } from './lib/browser-storage.ts'
import { applyTheme, storedTheme } from './lib/stored-theme.ts'
import './theme.css'

applyTheme(storedTheme())

const { pathname, search } = location

// A link from somebody's page names them; otherwise the page itself does. The name goes to the server with a registration only.
const params = new URLSearchParams(search)
const own = document.querySelector<HTMLMetaElement>('meta[name=profile-username]')?.content
saveCameFrom(params.get('from') ?? own ?? null)

/** The page of the app about the same person, signal or ticker. */
function pageInApp(): string {
  const [, first = '', second = ''] = pathname.split('/')
  if (first.startsWith('@')) return `/profile/${first.slice(1)}`
  if (first === 's') return `/signal/${second}`
  if (first === 't') return `/?ticker=${second}`
  return pathname + search
}

// Signing in leads back to what the person was reading.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.search === '?auth=login') sessionStore.set('return-to', pageInApp())
})

// The check of a signal runs in the app's code. The form sends `link`; a link to a check has `signal`.
if (pathname === '/verify' && (params.has('signal') || params.has('link'))) {
  const signal = params.get('signal') ?? params.get('link') ?? ''
  history.replaceState(null, '', `/verify?signal=${encodeURIComponent(signal)}`)
  document.getElementById('root')?.replaceChildren()
  document.getElementById('root')?.removeAttribute('data-static')
  void import('./main.tsx')
}

/** A cache may have sent this page to somebody who is signed in. */
async function checkSession() {
  const response = await fetch('/api/user')
  if (response.ok && (await response.json()) !== null) location.replace(pageInApp())
}
checkSession().catch(() => {})
