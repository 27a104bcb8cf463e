// The page that checks a signal against the public log, for visitors too.
import { Verify } from '#web/features/record/verify/verify.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { OpenPage } from './open-page.tsx'

export default function VerifyScreen() {
  useTitleAndFocus('Check a signal')
  return (
    <OpenPage>
      <Verify />
    </OpenPage>
  )
}
