// The page that says how signals are scored, for visitors too.
import { Method } from '#web/features/record/method/method.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { OpenPage } from './open-page.tsx'

export default function MethodScreen() {
  useTitleAndFocus('How signals are scored')
  return (
    <OpenPage>
      <Method />
    </OpenPage>
  )
}
