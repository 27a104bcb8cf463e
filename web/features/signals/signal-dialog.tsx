// Writing a signal, over whatever page one is on; the draft outlives the dialog, the page and the session.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { useOnline } from '#web/lib/online.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { usePostSignal } from './queries.ts'
import { addTickers, EMPTY_DRAFT, readDraft, saveDraft, SignalDraft } from './signal-draft.ts'
import { PremiumSwitch, SignalFields } from './signal-fields.tsx'

export default function SignalDialog() {
  const viewer = useViewer()
  const { isOpen, close } = useDialog('signal')
  const way = nextSetupPath(viewer)
  const mayWrite = isOpen && way === null
  // What was read back is kept; from then on each change says so itself.
  const [isKept, setIsKept] = useState(true)
  const isOnline = useOnline()
  const post = usePostSignal()
  const form = useForm<SignalDraft>({ resolver: zodResolver(SignalDraft), defaultValues: EMPTY_DRAFT })

  useEffect(() => {
    if (isOpen && way !== null) go(way, { replace: true })
  }, [isOpen, way])

  useEffect(() => {
    if (!mayWrite) return undefined
    form.reset(readDraft(viewer.id))
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => setIsKept(saveDraft(viewer.id, values)),
    })
  }, [mayWrite, viewer.id, form])

  const submit = async () => {
    if (post.isPending) return
    // A symbol that was typed but not added is meant all the same.
    const { tickers, rest, error } = addTickers(form.getValues('tickers'), form.getValues('typed'))
    form.setValue('tickers', tickers)
    form.setValue('typed', rest)
    if (error !== undefined) return form.setError('typed', { message: error }, { shouldFocus: true })
    await form.handleSubmit((draft) =>
      post.mutate(draft, {
        onSuccess: () => {
          form.reset(EMPTY_DRAFT)
          // Whoever closed it meanwhile is on another history entry by now.
          if (new URLSearchParams(location.search).get('dialog') === 'signal') close()
        },
      }),
    )()
  }

  return (
    <Dialog
      wide
      open={mayWrite}
      onOpenChange={(open) => !open && close()}
      title="Share Investment Signal"
      subtitle="A signal is a record. You can’t edit or delete it."
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      foot={
        <>
          <div className="grid gap-2">
            <PremiumSwitch control={form.control} />
            <Banner tone="caution">
              <strong className="font-strong text-ink">Required disclaimer.</strong> This content is
              informational and not financial advice.
            </Banner>
          </div>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={post.isPending} pendingLabel="Posting...">
            Post Signal
          </Button>
        </>
      }
    >
      {!isOnline && <OfflineBanner>Your draft is saved. Post it when you’re back online.</OfflineBanner>}
      <SignalFields form={form} isKept={isKept} readOnly={post.isPending} />
    </Dialog>
  )
}
