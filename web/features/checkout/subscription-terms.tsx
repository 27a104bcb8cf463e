// The investment disclaimer that stands wherever somebody is about to pay for signals.
import { Banner } from '#web/ui/banner.tsx'

export function RiskBanner() {
  return (
    <Banner tone="caution" title="Not financial advice">
      Signals are informational. Investing involves risk of loss, and past performance doesn’t predict future
      results.
    </Banner>
  )
}
