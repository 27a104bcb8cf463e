// Why a payment did not go through, next to the form it was made with; the focus comes here with each new failure.
import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'

/** A new object for each failure, so that the same words twice are two failures. */
export type Failure = { message: string }

export function FailureBanner({ failure }: { failure: Failure }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    banner.current?.focus()
  }, [failure])
  return (
    <Banner ref={banner} tabIndex={-1} tone="loss" title="Payment Failed" className="scroll-mt-20">
      {failure.message}
    </Banner>
  )
}
