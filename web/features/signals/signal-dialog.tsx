// The dialog that posts a signal, on any page; the draft survives closing the dialog, a reload and a lost
// session.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { nextSetupPath } from '#web/features/creators/setup.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { go } from '#web/lib/navigation.ts'
import { useOnline } from '#web/lib/online.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TriangleAlert } from 'lucide-react'
import { Dialog } from '#web/ui/dialog.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { CountsAs } from './counts-as.tsx'
import { faultyFieldOf, usePostSignal } from './post-signal.ts'
import { addTickers, EMPTY_DRAFT, readDraft, saveDraft, SignalDraft } from './signal-draft.ts'
import { SignalFields } from './signal-fields.tsx'
import { useSignalPreview } from './signal-preview.ts'

/** Whether two drafts are equal, regardless of the order of their fields. */
const isSame = (one: SignalDraft, other: SignalDraft) =>
  FIELD_NAMES.every((name) => String(one[name]) === String(other[name]))
const FIELD_NAMES = Object.keys(EMPTY_DRAFT) as (keyof SignalDraft)[]

/** The fields that can be faulty, from top to bottom. Some appear only after an answer, so they register later. */
const ON_SCREEN = [
  'typed',
  'does',
  'content',
  'holds',
  'paid',
  'paidBy',
  'target',
  'stop',
  'confidence',
] as const satisfies readonly (keyof SignalDraft)[]

export default function SignalDialog() {
  const viewer = useViewer()
  const { isOpen, close, closeIfOpen } = useDialog('signal')
  /** The step of becoming a creator that the viewer must finish before posting; null if they may post. */
  const setupPath = nextSetupPath(viewer)
  const isWriting = isOpen && setupPath === null
  // A draft that was just read is saved; after that, each change reports whether it was saved.
  const [isSaved, setIsSaved] = useState(true)
  const isOnline = useOnline()
  const post = usePostSignal()
  const form = useForm<SignalDraft>({
    resolver: zodResolver(SignalDraft),
    defaultValues: EMPTY_DRAFT,
    shouldFocusError: false,
  })
  // `content` isn't watched, because it changes with every keystroke.
  const [signalType, tickers, typed, timeHorizon, does, intent, isPremium] = useWatch({
    control: form.control,
    name: ['signalType', 'tickers', 'typed', 'timeHorizon', 'does', 'intent', 'isPremium'],
  })
  const { preview, isError, retry } = useSignalPreview(
    { signalType, tickers, typed, timeHorizon, does, intent, isPremium },
    isWriting,
  )

  useEffect(() => {
    if (isOpen && setupPath !== null) go(setupPath, { replace: true })
  }, [isOpen, setupPath])

  useEffect(() => {
    if (!isWriting) return undefined
    const draft = readDraft(viewer.id)
    const { isSubmitted, errors } = form.formState
    // A reset renders all fields again, before the dialog is drawn.
    if (isSubmitted || Object.keys(errors).length > 0 || !isSame(draft, form.getValues())) form.reset(draft)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => setIsSaved(saveDraft(viewer.id, values)),
    })
  }, [isWriting, viewer.id, form])

  const submit = async () => {
    if (post.isPending) return
    // A symbol that was typed but not added still counts.
    const added = addTickers(form.getValues('tickers'), form.getValues('typed'))
    form.setValue('tickers', added.tickers)
    form.setValue('typed', added.rest)
    if (added.error !== undefined)
      return form.setError('typed', { message: added.error }, { shouldFocus: true })
    await form.handleSubmit(
      (draft) =>
        post.mutate(draft, {
          onSuccess: ({ id }) => {
            form.reset(EMPTY_DRAFT)
            // The setup is over, and its page has nowhere to see the signal.
            if (location.pathname === paths.creatorOnboarding) go(paths.signal(id), { replace: true })
            else closeIfOpen()
          },
          onError: (refusal) => {
            const field = faultyFieldOf(refusal)
            if (field) form.setError(field, { message: messageOf(refusal) ?? '' }, { shouldFocus: true })
          },
        }),
      (errors) => {
        const first = ON_SCREEN.find((name) => errors[name])
        if (first) form.setFocus(first)
      },
    )()
  }

  return (
    <Dialog
      wide
      open={isWriting}
      onOpenChange={(open) => !open && close()}
      title="Share Investment Signal"
      subtitle={<span className="max-md:sr-only">A signal is a record. You can’t edit or delete it.</span>}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      foot={
        <>
          <CountsAs
            signalType={signalType}
            preview={preview}
            isUnanswered={signalType === 'sell' && (tickers.length > 0 || typed !== '') && does === ''}
            isPremium={isPremium}
            isError={isError}
            onRetry={retry}
          />
          <p className="flex w-full items-start gap-2 self-center rounded-control bg-caution-soft px-3 py-1.5 text-small inset-ring inset-ring-caution-line md:w-auto md:flex-[1_1_12rem] md:py-2 forced-colors:border">
            <TriangleAlert className="icon-sm mt-0.5 text-caution" />
            <span className="min-w-0">This content is informational and not financial advice.</span>
          </p>
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
      <SignalFields form={form} preview={preview} isSaved={isSaved} readOnly={post.isPending} />
    </Dialog>
  )
}
