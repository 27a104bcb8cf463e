// The viewer's profile picture and the buttons to change and remove it; a new picture shows before it is
// uploaded.
import { Camera } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { PICTURE_MAX_BYTES } from '#shared/limits.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { profileInitials } from '#shared/rules/people.ts'
import { useViewer } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { hueOf } from '#web/ui/hue.ts'
import { useRemovePicture, useSetPicture } from './queries.ts'

/** The error message for a file that isn't worth uploading. */
function fileErrorOf({ type, size }: File): string | undefined {
  if (!type.startsWith('image/')) return PROBLEMS.not_an_image.message
  if (size > PICTURE_MAX_BYTES) return PROBLEMS.picture_too_large.message
  return size === 0 ? 'The picture is empty' : undefined
}

export function PictureUpload() {
  const viewer = useViewer()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState(0)
  const [fileError, setFileError] = useState<string>()
  const [preview, setPreview] = useState<string>()
  const setPicture = useSetPicture(setProgress)
  const remove = useRemovePicture()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Lets the person choose the same file again after a failure.
    target.value = ''
    if (!file) return
    const invalid = fileErrorOf(file)
    setFileError(invalid)
    if (invalid !== undefined) return
    setProgress(0)
    setPreview(URL.createObjectURL(file))
    setPicture.mutate(file, {
      onError: () => setPreview(undefined),
      onSuccess: ({ isHeld }) => {
        if (isHeld) setPreview(undefined)
      },
    })
  }

  const removePicture = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setPreview(undefined)
        // The pressed button is gone.
        button.current?.focus()
      },
    })

  const percent = Math.round(progress * 100)
  return (
    <div className="flex items-center gap-4 max-tight:flex-wrap">
      <Avatar
        size="lg"
        initials={profileInitials(viewer)}
        hue={hueOf(viewer.id)}
        src={preview ?? viewer.profileImageUrl}
      />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1.5 max-tight:basis-full">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          tabIndex={-1}
          className="sr-only"
          onChange={choose}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={button}
            variant="outline"
            size="sm"
            icon={Camera}
            disabled={viewer.suspension !== null}
            pending={setPicture.isPending}
            pendingLabel="Uploading..."
            onClick={() => input.current?.click()}
          >
            Change picture
          </Button>
          {viewer.profileImageUrl !== null && !setPicture.isPending && (
            <Button
              variant="ghost"
              size="sm"
              pending={remove.isPending}
              pendingLabel="Removing..."
              onClick={removePicture}
            >
              Remove
            </Button>
          )}
        </div>
        {fileError !== undefined ? (
          <div role="alert">
            <FieldError>{fileError}</FieldError>
          </div>
        ) : setPicture.isPending ? (
          <div className="flex h-5 w-full max-w-48 items-center gap-2">
            <div
              role="progressbar"
              aria-label="Uploading"
              aria-valuenow={percent}
              className="h-1 flex-1 overflow-hidden rounded-full bg-sunken"
            >
              <div
                className="h-full bg-brand-solid transition-[width] duration-150"
                style={{ width: `${percent}%` }}
              />
            </div>
            <span className="text-caption text-ink-3 tabular-nums" aria-hidden="true">
              {percent}%
            </span>
          </div>
        ) : setPicture.data?.isHeld ? (
          <p role="status" className="text-small text-pretty text-ink-2">
            Held for review: it looks like a picture that we removed. It is shown once a moderator has looked
            at it. Until then your picture stays as it was.
          </p>
        ) : (
          <p className="text-small text-balance text-ink-3">One image, up to 5 MB. Saved right away.</p>
        )}
      </div>
    </div>
  )
}
