// The component workshop: every component of the kit in its states, light and dark side by side.
/// <reference types="vite/client" />
import { createRoot } from 'react-dom/client'
import { applyTheme, storedTheme } from '../lib/stored-theme.ts'
import { Toaster } from '../ui/toast.tsx'
import { Basics } from './basics.tsx'
import { Emails } from './emails.tsx'
import { Forms } from './forms.tsx'
import { Money } from './money.tsx'
import { Overlays } from './overlays.tsx'
import { Returns } from './returns.tsx'
import { Signals } from './signals.tsx'
import './workshop.css'

function Workshop() {
  return (
    <>
      <main className="grid desk:grid-cols-2">
        <h1 className="sr-only">Signalpost kit</h1>
        <Side theme="light" title="Light" first />
        <Side theme="dark" title="Dark" />
      </main>
      <Toaster />
    </>
  )
}

function Side({ theme, title, first = false }: { theme: string; title: string; first?: boolean }) {
  return (
    <div
      data-theme={theme}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-8 bg-canvas px-4 py-8 text-ink desk:p-10"
    >
      <h2 className="text-heading font-strong">{title}</h2>
      <Overlays first={first} />
      <Basics side={theme} />
      <Forms />
      <Money />
      <Returns />
      <Signals />
      <Emails side={theme} />
    </div>
  )
}

applyTheme(storedTheme())
const root = document.getElementById('root')
if (root) createRoot(root).render(<Workshop />)
