// The frame of a page that is open to visitors: inside the shell for signed-in people, else with a plain header.
import type { ReactNode } from 'react'
import { useAuth } from '#web/lib/session.tsx'
import { Column } from '#web/ui/page.tsx'
import { LinkPage } from './link-page.tsx'

export function OpenPage({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return user ? <Column>{children}</Column> : <LinkPage>{children}</LinkPage>
}
