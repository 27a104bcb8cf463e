// Starts the app on an empty page, or hydrates the prerendered landing page (landing-script.ts).
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, Landing, SignedIn } from './app.tsx'
import { AuthProvider } from './lib/session.tsx'
import { applyTheme, storedTheme } from './lib/stored-theme.ts'
import { setTrustedTypes } from './lib/trusted-texts.ts'
import './theme.css'

setTrustedTypes()
// Before anything is drawn, so that the wrong theme never flashes.
applyTheme(storedTheme())
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const isVisitor = root.hasChildNodes()
const page = (
  <StrictMode>
    <AuthProvider isVisitor={isVisitor}>
      <App />
    </AuthProvider>
  </StrictMode>
)
// Hydration needs the landing page's code to match what is on the page. A top-level `await` here would split
// the bundle into many small files.
if (isVisitor) void Landing.load().then(() => hydrateRoot(root, page))
else {
  // The server sent this page to a person with a session, who needs this code as soon as the account has loaded.
  SignedIn.prefetch()
  createRoot(root).render(page)
}
