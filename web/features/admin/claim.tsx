// Who works on a case, with the button that claims, releases or takes it over. The C key presses it, except to take over.
import { useRef } from 'react'
import type { CaseClaim } from '#shared/contracts/cases.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { holderText } from './case-words.ts'
import { useClaim, useRelease } from './queries.ts'
import { useKeys } from './use-keys.ts'

export function Claim({ caseId, claim }: { caseId: string; claim: CaseClaim | null }) {
  const claiming = useClaim()
  const releasing = useRelease()
  const button = useRef<HTMLButtonElement>(null)
  const isPending = claiming.isPending || releasing.isPending
  const isTheirs = claim !== null && !claim.isYours
  const act = () => {
    if (isPending) return
    if (claim?.isYours) return releasing.mutate(caseId)
    claiming.mutate({ id: caseId, takesOver: isTheirs })
  }
  // Taking over a case needs a second key press, so it doesn't happen by accident.
  useKeys({ c: () => (isTheirs ? button.current?.focus() : act()) })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {claim && (
        <Badge tone={isTheirs ? 'caution' : 'brand'} className="wrap-anywhere">
          {holderText(claim)}
        </Badge>
      )}
      <Button
        ref={button}
        variant="outline"
        size="sm"
        aria-keyshortcuts="C"
        pending={isPending}
        pendingLabel="Saving..."
        onClick={act}
      >
        {claim === null ? 'Claim' : isTheirs ? 'Take over' : 'Release'}
      </Button>
    </div>
  )
}
