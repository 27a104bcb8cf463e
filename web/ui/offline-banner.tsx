// Says that the browser is offline: in a line below the header, and in a banner inside forms.
import type { ReactNode } from 'react'
import { WifiOff } from 'lucide-react'
import { Banner } from './banner.tsx'

/** Children say what that means for the form, for example "Your draft is saved." */
export function OfflineBanner({ children }: { children: ReactNode }) {
  return (
    <Banner role="status" icon={WifiOff} title="You’re offline">
      {children}
    </Banner>
  )
}

/**
 * Children: a sentence, or undefined while online. It stays mounted, so that screen readers announce the
 * change.
 */
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
