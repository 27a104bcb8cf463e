// Says that an email was sent. It takes the focus, because the button that sent it is gone or can't be pressed now.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'

export function SentNotice({ message, children }: { message: string; children: ReactNode }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <Banner ref={banner} role="status" tabIndex={-1} tone="gain" icon={CircleCheck} title={message}>
      {children}
    </Banner>
  )
}
