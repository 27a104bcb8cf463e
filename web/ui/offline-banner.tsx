// Says that the connection is gone and how old the page is; the page itself stays usable.
import type { ReactNode } from 'react'
import { WifiOff } from 'lucide-react'
import { Banner } from './banner.tsx'

/** Children: for example "Showing signals from 9:41." */
export function OfflineBanner({ children }: { children?: ReactNode }) {
  return (
    <Banner role="status" icon={WifiOff} title="You are offline">
      {children}
    </Banner>
  )
}
