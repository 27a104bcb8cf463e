// The page of the public log, for visitors too.
import { Log } from '#web/features/record/log.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { OpenPage } from './open-page.tsx'

export default function LogScreen() {
  useTitleAndFocus('The public log')
  return (
    <OpenPage>
      <Log />
    </OpenPage>
  )
}
