// Creator setup: Creator Mode, payouts and price, in this order.
import { PayoutsStep } from '#web/features/creators/payouts-step.tsx'
import { usePayouts } from '#web/features/creators/queries.ts'
import { ModeStep, PriceStep, ReadyCard } from '#web/features/creators/setup-steps.tsx'
import { isSetupDone } from '#web/features/creators/setup.ts'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Column } from '#web/ui/page.tsx'

export default function CreatorOnboarding() {
  useTitleAndFocus('Creator setup')
  const viewer = useViewer()
  const onHold = usePayouts().data?.onHold
  return (
    <Column>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">Creator setup</h1>
        <p className="text-pretty text-ink-2">
          {onHold
            ? 'Your payouts are on hold. Step 2 lists what’s missing.'
            : isSetupDone(viewer)
              ? 'All three steps are done.'
              : 'Two steps let you post signals and show a portfolio. The third lets subscribers pay you.'}
        </p>
      </div>
      <ModeStep />
      <PayoutsStep />
      <PriceStep />
      <ReadyCard />
    </Column>
  )
}
