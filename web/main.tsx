// Starts the page: the theme first, so that nothing flashes, then who is signed in, then the screen.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { AuthProvider } from './lib/session.tsx'
import { applyTheme, storedTheme } from './ui/theme.ts'
import './theme.css'

applyTheme(storedTheme())
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <AuthProvider>
      <App />
    </AuthProvider>
  </StrictMode>,
)
