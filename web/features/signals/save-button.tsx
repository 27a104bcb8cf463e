// The bookmark of a signal: a private list. The code that saves is loaded on the first press.
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type SaveButtonProps = { id: string; isSaved: boolean; viewerId: string }

/** The presses since the signals were fetched, by viewer and signal. */
const pressed = new Map<string, boolean>()

export function SaveButton({ id, isSaved: wasSaved, viewerId }: SaveButtonProps) {
  const key = viewerId + id
  const [isSaved, setSaved] = useState(pressed.get(key) ?? wasSaved)
  const set = (next: boolean) => {
    pressed.set(key, next)
    setSaved(next)
  }
  const toggle = async () => {
    set(!isSaved)
    const ok = await import('./save-signal.ts').then(
      ({ saveSignal }) => saveSignal(id, !isSaved),
      () => false,
    )
    if (!ok) set(isSaved)
  }
  return (
    <IconButton
      icon={Bookmark}
      label="Save"
      size="sm"
      aria-pressed={isSaved}
      className={classes(isSaved && 'text-brand [&_path]:fill-current')}
      onClick={() => void toggle()}
    />
  )
}
