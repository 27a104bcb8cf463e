// Shown when the very first read fails: nothing is known about who is here, so nothing is guessed.
import { messageOf } from '#web/lib/api-error.ts'
import { useAuth } from '#web/lib/session.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Column } from '#web/ui/page.tsx'

export function Unreachable() {
  const { error, reload } = useAuth()
  return (
    <>
      <HeaderBar
        left={
          <HeaderLink href="/">
            <Logo />
          </HeaderLink>
        }
      />
      <Column>
        <Card>
          <ErrorState onRetry={reload}>{messageOf(error) ?? 'Signalpost could not be loaded.'}</ErrorState>
        </Card>
      </Column>
    </>
  )
}
