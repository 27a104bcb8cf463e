// A place to drop a file on, or to choose one with a button; while it is there the whole window catches what is dropped.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Upload } from 'lucide-react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

export type DropZoneProps = {
  /** What the button says, such as "Choose a file". */
  label: string
  /** Said in the place where there is something to drop with. */
  invitation: string
  /** What may be chosen, as an input takes it; what is dropped is not checked. */
  accept?: string | undefined
  /** All that was dropped or chosen; none when it was a folder. */
  onFiles: (files: File[]) => void
  /** Gives the button the focus as soon as it is there. */
  autoFocus?: boolean | undefined
  /** Below the button: what fits here. */
  children?: ReactNode
}

export function DropZone({ label, invitation, accept, onFiles, autoFocus, children }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Whatever misses the place would otherwise open in the window and take the page away.
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
      take(filesOf(event.dataTransfer))
    }
    addEventListener('dragenter', over, { signal })
    addEventListener('dragover', over, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setIsOver(false), {
      signal,
    })
    return () => leaving.abort()
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
          // So that the same file can be chosen again after it was mended.
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
