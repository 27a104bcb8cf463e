// Why a payment did not go through, next to the form it was made with; the focus comes here with each new failure.
import { useEffect, useRef } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { focusCentered } from '../checkout/outcome-redirect.ts'

/** Counted, so that the same words twice are two failures. */
export type Failure = { message: string; times: number }

export const FailureBanner = ({ failure }: { failure: Failure }) => (
  <OneFailure key={failure.times} message={failure.message} />
)

function OneFailure({ message }: { message: string }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => focusCentered(banner.current), [])
  return (
    <Banner ref={banner} tabIndex={-1} tone="loss" title="Payment Failed">
      {message}
    </Banner>
  )
}
