// The first step of a creator's setup: Creator Mode itself.
import { CircleCheck } from 'lucide-react'
import { CREATOR_PLAN_PRICE_IN_CENTS } from '#shared/limits.ts'
import { dollars } from '#web/features/billing/subscription-words.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { StepHead } from '#web/ui/step-head.tsx'

export function ModeStep() {
  const { isCreator } = useViewer()
  return (
    <Card as="section" aria-labelledby="mode-step" className="grid gap-5">
      <StepHead
        number={1}
        id="mode-step"
        done={isCreator}
        status={
          isCreator ? (
            <Badge tone="gain" icon={CircleCheck}>
              Active
            </Badge>
          ) : (
            <Badge>Not active</Badge>
          )
        }
      >
        Creator Mode
      </StepHead>
      {!isCreator && (
        <>
          <p className="text-pretty text-ink-2">
            {dollars(CREATOR_PLAN_PRICE_IN_CENTS)}/month. It lets you post signals and take subscribers.
          </p>
          <Button block asChild>
            <a href={paths.creatorSubscribe}>Enable Creator Mode</a>
          </Button>
        </>
      )}
    </Card>
  )
}
