// The dialog that names a new passkey and creates it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasskeyName } from '#shared/contracts/factors.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome, outcomes } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { isReauthenticationRequired } from '#web/lib/reauthentication.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { createPasskey, isCanceled, isOnDevice } from './browser-passkey.ts'
import { deviceName } from './device-name.ts'

const Form = z.object({ name: PasskeyName })

export function AddPasskeyDialog() {
  const { isOpen } = useDialog('add-passkey')
  // Mounted only while it is open, so that each time starts anew.
  return isOpen ? <OpenDialog /> : null
}

function OpenDialog() {
  const { close, closeIfOpen } = useDialog('add-passkey')
  const client = useQueryClient()
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: deviceName(navigator.userAgent) },
  })
  const add = useMutation({
    mutationFn: createPasskey,
    onSuccess: () => {
      closeIfOpen()
      followOutcome(outcomes.passkeyAdded)
      void client.invalidateQueries({ queryKey: queryKeys.factors })
    },
  })
  const { error } = add
  const isSilent = isCanceled(error) || isUnauthorized(error) || isReauthenticationRequired(error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Add a passkey"
      subtitle="Next, your browser asks for your face, finger or PIN."
      onSubmit={(event) => void form.handleSubmit((body) => add.mutate(body))(event)}
      foot={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" pending={add.isPending} pendingLabel="Waiting...">
            Continue
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        hint="To tell your passkeys apart, such as the device it’s on."
        error={form.formState.errors.name?.message}
      >
        <Input {...form.register('name')} autoComplete="off" autoFocus />
      </Field>
      {error && !isSilent && (
        <Banner tone="loss" role="alert">
          {isOnDevice(error)
            ? 'This device already has a passkey for your account.'
            : (messageOf(error) ?? 'We couldn’t add the passkey. Try again.')}
        </Banner>
      )}
    </Dialog>
  )
}
