// The script of the pages that the server renders for visitors: the theme, the person whose page it is, and links into
// the app.
import { saveCameFrom } from './lib/came-from.ts'
import { sessionStore } from './lib/browser-storage.ts'
import { applyTheme, storedTheme } from './lib/stored-theme.ts'
import { onShare } from './share-on-page.ts'
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
document.addEventListener('click', onShare)
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.search === '?auth=login') sessionStore.set('return-to', pageInApp())
})

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** The check of a signal runs in the app's code. */
function check(signalId: string): void {
  history.replaceState(null, '', `/verify?signal=${signalId.toLowerCase()}`)
  const root = document.getElementById('root')
  root?.replaceChildren()
  root?.removeAttribute('data-static')
  void import('./main.tsx')
}

function onSubmit(event: SubmitEvent): void {
  event.preventDefault()
  const input = document.querySelector<HTMLInputElement>('input[name=link]')
  const found = ID.exec(input?.value ?? '')
  if (found || !input) return check(found?.[0] ?? '')
  // The same message as in the app's form (web/features/record/verify/verify.tsx).
  const error = document.getElementById('link-error') ?? document.createElement('p')
  error.id = 'link-error'
  error.className = 'text-small text-loss'
  error.textContent = 'Paste the link to a signal’s page, or its id.'
  input.after(error)
  input.setAttribute('aria-describedby', error.id)
  input.setAttribute('aria-invalid', 'true')
  return input.focus()
}

if (pathname === '/verify') {
  // Without this script, the form sends `link`.
  const asked = ID.exec(params.get('signal') ?? params.get('link') ?? '')
  if (asked) check(asked[0])
  else document.addEventListener('submit', onSubmit)
}

/** A cache may have sent this page to somebody who is signed in. */
async function checkSession() {
  const response = await fetch('/api/user')
  if (response.ok && (await response.json()) !== null) location.replace(pageInApp())
}
checkSession().catch(() => {})
