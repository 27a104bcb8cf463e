// The frame of a page without navigation, such as one that a link in an email leads to.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOfflineNotice } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineStrip } from '#web/ui/offline-banner.tsx'
import { Column, Wide } from '#web/ui/page.tsx'

type LinkPageProps = {
  /** The page has figures beside each other. */
  wide?: boolean
  /** At the end of the header. */
  right?: ReactNode
  children: ReactNode
}

export function LinkPage({ wide = false, right, children }: LinkPageProps) {
  const Main = wide ? Wide : Column
  const offlineNotice = useOfflineNotice()
  return (
    <QueryClientProvider client={queryClient}>
      <HeaderBar
        left={
          <HeaderLink href={paths.feed}>
            <Logo />
          </HeaderLink>
        }
        right={right}
        notice={<OfflineStrip>{offlineNotice}</OfflineStrip>}
      />
      <Main>{children}</Main>
    </QueryClientProvider>
  )
}

type DeadLinkProps = { message: string; children: ReactNode; action: ReactNode }

/** `message` says why the link doesn't work, `children` how long such links are valid. */
export function DeadLink({ message, children, action }: DeadLinkProps) {
  return (
    <Card>
      <EmptyState level={1} post="fallen" title={message} action={action}>
        {children}
      </EmptyState>
    </Card>
  )
}
