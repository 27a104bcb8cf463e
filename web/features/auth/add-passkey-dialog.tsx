// The dialog that names a new passkey and creates it.
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasskeyName } from '#shared/contracts/factors.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { createPasskey, isCanceled, isOnDevice } from './passkeys.tsx'
import { deviceName } from './device-name.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'

const Form = z.object({ name: PasskeyName })

export function AddPasskeyDialog() {
  const { isOpen } = useDialog('add-passkey')
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
      followOutcome(accountOutcomes.passkeyAdded)
      void client.invalidateQueries({ queryKey: queryKeys.factors })
    },
  })
  const { error } = add
  return (
    <FormDialog
      title="Add a passkey"
      subtitle="Next, your browser asks for your face, finger or PIN."
      onClose={close}
      onSubmit={(event) => void form.handleSubmit((body) => add.mutate(body))(event)}
      submitLabel="Continue"
      pendingLabel="Waiting..."
      isPending={add.isPending}
      error={errorText(error)}
    >
      <Field
        label="Name"
        hint="To tell your passkeys apart, such as the device it’s on."
        error={form.formState.errors.name?.message}
      >
        <Input {...form.register('name')} autoComplete="off" autoFocus />
      </Field>
    </FormDialog>
  )
}

function errorText(error: unknown): string | undefined {
  if (isCanceled(error)) return undefined
  if (isOnDevice(error)) return 'This device already has a passkey for your account.'
  return shownMessage(error, 'We couldn’t add the passkey. Try again.')
}
