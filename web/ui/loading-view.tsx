// The whole page while the session is being looked up: the mark lifts its arm.
import { LogoMark } from './logo.tsx'

export function LoadingView({ label = 'Loading' }: { label?: string | undefined }) {
  return (
    // Not at once: what is there within a blink would make it a flash.
    <main className="grid min-h-dvh animate-appear-late place-content-center justify-items-center gap-4 text-ink-2">
      <LogoMark className="size-14" lifting />
      <p role="status" className="text-label font-medium">
        {label}
      </p>
    </main>
  )
}
