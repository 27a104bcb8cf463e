// Changing the own name, bio and who can see the profile; the picture has its own part above the fields.
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

const ProfileForm = z.object({ displayName: DisplayName, bio: Bio, isPublic: z.boolean() })
type ProfileForm = z.output<typeof ProfileForm>

const valuesOf = ({ displayName, bio, isPublic }: SessionUser): ProfileForm => ({
  displayName: displayName ?? '',
  bio: bio ?? '',
  isPublic,
})

/** What is empty is left out (spec section 5), unless there was something: emptying a field removes it. */
const sent = (typed: string, before: string | null) => typed || (before ? null : undefined)

/** What is sent to the server of a form that was filled in, given the profile as it was. */
export const changesOf = (
  { displayName, bio, isPublic }: ProfileForm,
  before: Pick<SessionUser, 'displayName' | 'bio'>,
) => ({ displayName: sent(displayName, before.displayName), bio: sent(bio, before.bio), isPublic })

export function EditProfileDialog({ picture }: { picture: ReactNode }) {
  const viewer = useViewer()
  const { isOpen, close } = useDialog('edit-profile')
  const save = useSaveProfile()
  const form = useForm<ProfileForm>({ resolver: zodResolver(ProfileForm), defaultValues: valuesOf(viewer) })
  const { errors, dirtyFields, isDirty } = form.formState
  const bioLength = characters(useWatch({ control: form.control, name: 'bio' }).trim())

  const discard = () => form.reset(valuesOf(viewer))
  // Each opening starts from what is saved, unless something typed was left: a stray press beside the dialog loses
  // nothing. A new picture meanwhile does not undo what is being typed either.
  useEffect(() => {
    if (!isDirty) discard()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen])
  const notSaved = (isChanged: boolean | undefined) => (isChanged ? 'Not saved yet' : undefined)

  const submit = form.handleSubmit((typed) => {
    if (save.isPending) return
    save.mutate(changesOf(typed, viewer), {
      onSuccess: () => {
        form.reset(typed)
        if (new URLSearchParams(location.search).get('dialog') === 'edit-profile') close()
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
      {picture}
      <Field
        label="Display Name"
        error={errors.displayName?.message}
        hint={notSaved(dirtyFields.displayName)}
      >
        <Input {...form.register('displayName')} autoComplete="name" placeholder={viewer.username} />
      </Field>
      <Field
        label="Bio"
        error={bioLength > BIO_MAX ? `Bio can have at most ${BIO_MAX} characters` : errors.bio?.message}
        hint={notSaved(dirtyFields.bio)}
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
