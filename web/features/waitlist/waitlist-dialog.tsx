// The dialog to join the waitlist: an email address, then the confirmation (spec section 2, "Waitlist
// dialog").
import { zodResolver } from '@hookform/resolvers/zod'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { waitlist, WaitlistEntry } from '#shared/contracts/waitlist.ts'
import { PRODUCT_NAME } from '#shared/product.ts'
import { call } from '#web/lib/call.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

export default function WaitlistDialog({ onClose }: { onClose: () => void }) {
  const [isDone, setDone] = useState(false)
  const form = useForm({ resolver: zodResolver(WaitlistEntry), defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState

  const join = form.handleSubmit(async (entry) => {
    try {
      await call(waitlist.join, { body: entry })
      setDone(true)
      followOutcome(accountOutcomes.waitlisted)
    } catch (error) {
      followOutcome(accountOutcomes.waitlistFailed, error)
    }
  })
  const close = () => {
    onClose()
    setDone(false)
    form.reset()
  }

  if (isDone)
    return (
      <Dialog open onOpenChange={close} title="You're on the list!">
        <Banner tone="gain" icon={CircleCheck}>
          Thanks for your interest! We'll email you as soon as {PRODUCT_NAME} is available.
        </Banner>
        <Button block onClick={close}>
          Got it
        </Button>
      </Dialog>
    )
  return (
    <Dialog open onOpenChange={close} title="Join the Waitlist" onSubmit={(event) => void join(event)}>
      <Field label="Email Address" error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="email"
          placeholder="Enter your email"
          disabled={isSubmitting}
          autoFocus
        />
      </Field>
      <div className="grid gap-4">
        <Button type="submit" block pending={isSubmitting} pendingLabel="Joining waitlist...">
          Join Waitlist
        </Button>
        <p className="text-small text-ink-2">We'll never spam you. Unsubscribe at any time.</p>
      </div>
    </Dialog>
  )
}
