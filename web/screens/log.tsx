// The page of the public log: inside the shell for signed-in people, and with a plain header for visitors.
import { Log } from '#web/features/record/log.tsx'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Column } from '#web/ui/page.tsx'
import { LinkPage } from './link-page.tsx'

export default function LogScreen() {
  useTitleAndFocus('The public log')
  const { user } = useAuth()
  if (!user)
    return (
      <LinkPage>
        <Log />
      </LinkPage>
    )
  return (
    <Column>
      <Log />
    </Column>
  )
}
