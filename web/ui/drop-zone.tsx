// A drop zone for files with a button to choose one. While it is mounted, files can be dropped anywhere in
// the window.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Upload } from 'lucide-react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type DropZoneProps = {
  /** The text of the button, such as "Choose a file". */
  label: string
  /** Asks to drop a file. Hidden on touch screens. */
  invitation: string
  /** The `accept` attribute of the input. Dropped files aren't checked. */
  accept?: string | undefined
  /** Receives all dropped or chosen files; none if a folder was dropped. */
  onFiles: (files: File[]) => void
  /** Focuses the button when it mounts. */
  autoFocus?: boolean | undefined
  /** A note below the button, such as the accepted formats. */
  children?: ReactNode
}

export function DropZone({ label, invitation, accept, onFiles, autoFocus, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const onDropped = useEffectEvent(onFiles)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    // Otherwise the browser would open a file that misses the drop zone and leave the page.
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(false)
      onDropped(filesOf(event.dataTransfer))
    }
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false), {
      signal,
    })
    return () => listeners.abort()
  }, [])
  return (
    <div
      className={classes(
        'grid justify-items-center gap-3 rounded-switch border border-dashed px-4 py-6 text-center',
        'transition-colors duration-150',
        isOver ? 'border-brand bg-brand-soft' : 'border-line-field bg-canvas',
      )}
    >
      <Upload className={classes('icon', isOver ? 'text-brand' : 'text-ink-3')} />
      <p className="text-label font-medium pointer-coarse:hidden">{invitation}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Lets the person choose the same file again after changing it.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button variant="outline" autoFocus={autoFocus} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {children !== undefined && <div className="text-small text-pretty text-ink-3">{children}</div>}
    </div>
  )
}

function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile()
    return file ? [file] : []
  })
}
