// One try to pay at a time: a second press does nothing until the first one is answered.
import { useEffect, useRef, useState } from 'react'
import type { Config } from '#shared/contracts/system.ts'
import type { Payment } from '../checkout/payment-result.ts'

export type PayingEvents = {
  /** The payment went through; from here on the server is asked. */
  onPaid: () => void
  onFailed: (message: string) => void
  /** The payment was taken back meanwhile, and another one has to be begun. */
  onGone: () => void
}

/** What both card forms are given. */
export type CardFormProps = PayingEvents & {
  payments: Config['payments']
  clientSecret: string
  /** What the button says is paid, for example "$9.50". */
  amount: string
  /** Where the bank's page leads back to, for example "/creator-subscribe". */
  returnPath: string
}

/** `pay` runs a try to its end; after success, and on the way to the bank's page, nothing can be pressed any more. */
export function usePaymentAttempt({ onPaid, onFailed, onGone }: PayingEvents) {
  const isLocked = useRef(false)
  const [isPaying, setIsPaying] = useState(false)

  const lock = (locked: boolean) => {
    isLocked.current = locked
    setIsPaying(locked)
  }
  useEffect(() => {
    // Back from the bank's page, the browser may show this page exactly as it was left: waiting.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      isLocked.current = false
      setIsPaying(false)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const pay = async (attempt: () => Promise<Payment>) => {
    if (isLocked.current) return
    lock(true)
    const payment = await attempt()
    if (payment.kind === 'paid') return onPaid()
    if (payment.kind === 'challenge') return location.assign(payment.url)
    lock(false)
    if (payment.kind === 'failed') onFailed(payment.message)
    if (payment.kind === 'gone') onGone()
  }
  return { isPaying, pay }
}
