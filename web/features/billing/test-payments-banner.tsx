// Says that no money is real here, on every page that shows or asks for some; nothing where Stripe itself is used.
import { FlaskConical } from 'lucide-react'
import { useConfig } from '#web/lib/config.ts'
import { Banner } from '#web/ui/banner.tsx'

export type TestPaymentsBannerProps = {
  /** Says which card pays, where one is asked for. */
  withCard?: boolean
  className?: string
}

export function TestPaymentsBanner({ withCard = false, className }: TestPaymentsBannerProps) {
  if (useConfig().data?.payments.mode !== 'sandbox') return null
  return (
    <Banner tone="caution" icon={FlaskConical} title="Test payments, no real money" className={className}>
      {withCard ? (
        <>
          Use <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span> with any future date
          and any code.
        </>
      ) : undefined}
    </Banner>
  )
}
