// The board and the pages about the log, which are also open to visitors. In one file, so that the first script stays
// small.
import type { ComponentType } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { Log } from '#web/features/record/log.tsx'
import { Method } from '#web/features/record/method/method.tsx'
import { Verify } from '#web/features/record/verify/verify.tsx'
import { RulesPage } from '#web/features/safety/rules-page.tsx'
import { TransparencyPage } from '#web/features/safety/transparency-page.tsx'
import { useAuth } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { paths } from '#web/paths.ts'
import { Column, Wide } from '#web/ui/page.tsx'
import { DiscoverScreen } from './discover.tsx'
import { LinkPage } from './link-page.tsx'
import { WaysIn } from './public/frame.tsx'

type OpenPage = { title: string; Page: ComponentType; wide: boolean }
const LOG: OpenPage = { title: 'The public log', Page: Log, wide: true }
const PAGES: Partial<Record<string, OpenPage>> = {
  // A narrow column for reading.
  [paths.method]: { title: 'How scoring works', Page: Method, wide: false },
  [paths.rules]: { title: 'Rules', Page: RulesPage, wide: false },
  [paths.transparency]: { title: 'Transparency', Page: TransparencyPage, wide: false },
  [paths.verify]: { title: 'Check a signal', Page: Verify, wide: true },
}

export default function OpenPages() {
  return usePathname() === paths.discover ? <DiscoverScreen /> : <LogPages />
}

/** Inside the shell for signed-in people, else with a plain header. */
function LogPages() {
  const { title, Page, wide } = PAGES[usePathname()] ?? LOG
  useTitleAndFocus(title)
  const { user } = useAuth()
  const Main = wide ? Wide : Column
  return user ? (
    <Main>
      <Page />
    </Main>
  ) : (
    <LinkPage wide={wide} right={<WaysIn signupMode="waitlist" />}>
      <Page />
    </LinkPage>
  )
}
