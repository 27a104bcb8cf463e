// The end of a creator's setup: everything is done, and where to go from here.
import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { isSetupDone } from './setup.ts'

/** Comes into view by itself when the last step is done while one is here, or at the provider. */
export function ReadyCard() {
  const isReady = isSetupDone(useViewer())
  const cameBack = new URLSearchParams(useSearch()).get('payouts') === 'return'
  const wasReady = useRef(isReady && !cameBack)
  const place = useRef<HTMLDivElement>(null)
  const signalDialog = useDialogHref('signal')
  useEffect(() => {
    if (isReady && !wasReady.current) place.current?.scrollIntoView({ block: 'nearest' })
    wasReady.current = isReady
  }, [isReady])
  return (
    <div role="status" ref={place} className="scroll-mb-4">
      {isReady && (
        <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-1">
            <h2 className="text-title font-strong">You’re all set</h2>
            <p className="text-pretty text-ink-2">People can subscribe to you, and you can post signals.</p>
          </div>
          <div className="flex flex-wrap gap-3 *:grow *:whitespace-normal">
            <Button variant="outline" asChild>
              <a href={paths.ownProfile}>See your profile</a>
            </Button>
            <Button asChild>
              <a href={signalDialog}>
                <span aria-hidden="true">📡</span> New signal
              </a>
            </Button>
            <Button variant="ghost" className="basis-full" asChild>
              <a href={paths.portfolio}>Add your portfolio</a>
            </Button>
          </div>
        </Card>
      )}
    </div>
  )
}
