// What came of going to a provider's page, where a toast would be too short.
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ConnectionReturn } from './connection-return.ts'

export function ReturnBanner({ back }: { back: ConnectionReturn | undefined }) {
  const connecting = useDialogHref('connect-broker')
  if (!back || back.isSignedOut) return null
  const lookAgain = (
    <Button size="sm" variant="outline" onClick={back.look}>
      Refresh
    </Button>
  )
  switch (back.kind) {
    case 'looking':
      return <Banner role="status">Finding your connection…</Banner>
    case 'unknown':
      return (
        <Banner tone="caution" role="alert" title="Couldn’t look up your connection" action={lookAgain}>
          If you signed in at your broker, nothing is lost.
        </Banner>
      )
    case 'missing':
      return (
        <Banner tone="caution" role="alert" title="Your broker can't be reached yet" action={lookAgain}>
          You’re signed in, but we don’t have access to your accounts yet. It usually takes a minute.
        </Banner>
      )
    case 'failed':
      return (
        <Banner
          tone="loss"
          role="alert"
          title="Couldn’t connect your broker"
          action={
            !back.isMending && (
              <Button asChild size="sm" variant="outline">
                <a href={connecting}>Try again</a>
              </Button>
            )
          }
        >
          The broker refused the sign-in, or it was interrupted. Nothing has changed. Check your details there
          and try again, or import a file.{back.code !== undefined && ` (Code ${back.code})`}
        </Banner>
      )
    case 'connected':
    case 'mended':
    case 'none':
    case undefined:
      return null
  }
}
