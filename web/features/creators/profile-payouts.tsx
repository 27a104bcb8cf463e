// What a creator's own profile says of payouts: what is due or on hold, or that the setup was never finished.
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PayoutsNotice } from './payouts-notice.tsx'
import { needsOwner, usePayouts } from './payouts.ts'

export function ProfilePayouts() {
  const { data } = usePayouts()
  return data && needsOwner(data) ? <PayoutsNotice account={data} /> : null
}

/** For whom something is missing. On hold is not unfinished: what to do then stands above. */
export function FinishSetup() {
  const { data, isError } = usePayouts()
  if (data?.onHold !== false && !isError) return null
  return (
    <Button asChild>
      <a href={paths.creatorOnboarding}>Finish setup</a>
    </Button>
  )
}
