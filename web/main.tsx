// Starts the app: on a page of its own, or within the landing that was already sent as a whole (visitor.ts).
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, Landing } from './app.tsx'
import { AuthProvider } from './lib/session.tsx'
import { applyTheme, storedTheme } from './ui/stored-theme.ts'
import './theme.css'

// First, so that nothing flashes.
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
// React looks for what it draws first in what is there already. Not awaited: that would cut the code into crumbs.
if (isVisitor) void Landing.fetch().then(() => hydrateRoot(root, page))
else createRoot(root).render(page)
