// The dialog that edits the viewer's display name, bio and visibility; the picture upload is passed in.
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Bio, DisplayName } from '#shared/contracts/users.ts'
import { BIO_MAX } from '#shared/limits.ts'
import { characters } from '#shared/rules/characters.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { type SessionUser, useViewer } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Input, Textarea } from '#web/ui/text-input.tsx'
import { useSaveProfile } from './queries.ts'
import { SuspendedBanner } from './suspended-banner.tsx'

const ProfileForm = z.object({ displayName: DisplayName, bio: Bio, isPublic: z.boolean() })
type ProfileForm = z.output<typeof ProfileForm>

const valuesOf = ({ displayName, bio, isPublic }: SessionUser): ProfileForm => ({
  displayName: displayName ?? '',
  bio: bio ?? '',
  isPublic,
})

/** An empty field is omitted (spec section 5), unless it had a value: then null removes the value. */
const changedValue = (typed: string, before: string | null) => typed || (before ? null : undefined)

/** The request body for a form, given the saved profile. */
export const profileChanges = (
  { displayName, bio, isPublic }: ProfileForm,
  before: Pick<SessionUser, 'displayName' | 'bio'>,
) => ({
  displayName: changedValue(displayName, before.displayName),
  bio: changedValue(bio, before.bio),
  isPublic,
})

export function EditProfileDialog({ picture }: { picture: ReactNode }) {
  const viewer = useViewer()
  const { isOpen, close, closeIfOpen } = useDialog('edit-profile')
  const save = useSaveProfile()
  const form = useForm<ProfileForm>({ resolver: zodResolver(ProfileForm), defaultValues: valuesOf(viewer) })
  const { errors, dirtyFields, isDirty } = form.formState
  const bioLength = characters(useWatch({ control: form.control, name: 'bio' }).trim())

  const discard = () => form.reset(valuesOf(viewer))
  // Each opening starts with the saved profile, unless there are unsaved changes: closing the dialog by
  // accident loses nothing, and neither does a new picture.
  useEffect(() => {
    if (!isDirty) discard()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen])
  const unsavedHint = (isChanged: boolean | undefined) => (isChanged ? 'Not saved yet' : undefined)

  const submit = form.handleSubmit((typed) => {
    if (save.isPending) return
    save.mutate(profileChanges(typed, viewer), {
      onSuccess: () => {
        form.reset(typed)
        closeIfOpen()
      },
    })
  })

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title="Edit Profile"
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          <Button
            variant="outline"
            onClick={() => {
              discard()
              close()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <SuspendedBanner />
      {picture}
      <Field
        label="Display Name"
        error={errors.displayName?.message}
        hint={unsavedHint(dirtyFields.displayName)}
      >
        <Input {...form.register('displayName')} autoComplete="name" placeholder={viewer.username} />
      </Field>
      <Field
        label="Bio"
        error={bioLength > BIO_MAX ? `Bio can have at most ${BIO_MAX} characters` : errors.bio?.message}
        hint={unsavedHint(dirtyFields.bio)}
        counter={`${bioLength}/${BIO_MAX} characters`}
      >
        <Textarea {...form.register('bio')} rows={4} />
      </Field>
      <Controller
        control={form.control}
        name="isPublic"
        render={({ field }) => (
          <Switch
            label="Public profile"
            hint="When off, only your paying subscribers can see you and your signals."
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
    </Dialog>
  )
}
