// Says that the connection is gone: in one line below the header, and as a banner in a form that needs one.
import type { ReactNode } from 'react'
import { WifiOff } from 'lucide-react'
import { Banner } from './banner.tsx'

/** Children: what is true of the form meanwhile, for example "Your draft is kept." */
export function OfflineBanner({ children }: { children: ReactNode }) {
  return (
    <Banner role="status" icon={WifiOff} title="You’re offline">
      {children}
    </Banner>
  )
}

/** Children: a sentence, or nothing while online; it stays mounted, so that a screen reader hears the change. */
export function OfflineStrip({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children !== undefined && (
        <p className="flex items-center justify-center gap-2 border-t border-line bg-sunken px-4 py-1.5 text-small font-medium text-ink-2">
          <WifiOff className="icon-sm" />
          <span className="min-w-0">{children}</span>
        </p>
      )}
    </div>
  )
}
