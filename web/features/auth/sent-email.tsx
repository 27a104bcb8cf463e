// Shown by a form once an email was sent: a notice, and a button that sends it again after a wait.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EMAIL_AGAIN_S } from '#shared/limits.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

/** Takes the focus, because the button that sent the email is now gone or disabled. */
export function SentNotice({ message, children }: { message: string; children: ReactNode }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <Banner ref={banner} role="status" tabIndex={-1} tone="gain" icon={CircleCheck} title={message}>
      {children}
    </Banner>
  )
}

/**
 * Sends an email. After `wasSent`, it sends the email again, but only once the wait from its first render is
 * over.
 */
export function SendEmailButton({ wasSent, children, ...button }: ButtonProps & { wasSent: boolean }) {
  const seconds = wasSent ? EMAIL_AGAIN_S : 0
  const [endsAt] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === 0) return undefined
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [endsAt, seconds])
  const label = left > 0 ? `Send again in ${left} s` : wasSent ? 'Send again' : children
  return (
    <Button {...button} disabled={left > 0} pendingLabel="Sending...">
      {label}
    </Button>
  )
}
