// Code or an address to paste elsewhere, with a button that copies it.
import { useState } from 'react'
import { Button } from './button.tsx'

type CopyCodeProps = {
  code: string
  /** The accessible name of the button. */
  label: string
}

export function CopyCode({ code, label }: CopyCodeProps) {
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setNote('Copied'),
      () => setNote('Couldn’t copy. Select it instead.'),
    )
  return (
    <div className="grid gap-1">
      <div className="flex items-start gap-2 rounded-control bg-sunken p-1.5 pl-3">
        <code className="min-w-0 flex-1 self-center py-1 text-small wrap-anywhere select-all">{code}</code>
        {'clipboard' in navigator && (
          <Button variant="outline" size="sm" aria-label={label} onClick={() => void copy()}>
            Copy
          </Button>
        )}
      </div>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {note}
      </p>
    </div>
  )
}
