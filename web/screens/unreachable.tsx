// Shown when the very first read fails, or the page itself does not come: nothing is known, so nothing is guessed.
import type { NotLoaded } from '#web/lib/late.tsx'
import { ErrorCard } from '#web/ui/error-state.tsx'
import { HeaderBar, HeaderLink } from '#web/ui/header.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Column } from '#web/ui/page.tsx'

export function Unreachable(what: NotLoaded) {
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
        <ErrorCard {...what} />
      </Column>
    </>
  )
}
