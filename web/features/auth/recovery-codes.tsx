// Ten recovery codes, shown once, with a button that copies them.
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <p className="text-pretty text-ink-2">
        Each code signs you in once if you lose your phone. Write them down or save them now: we can’t show
        them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(7em,1fr))] gap-x-4 gap-y-2 rounded-control bg-sunken p-4 text-center tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          Copy codes
        </Button>
        <span role="status" className="pl-3 text-small text-ink-2">
          {copied === true && 'Copied'}
          {copied === false && 'Couldn’t copy. Select them instead.'}
        </span>
      </div>
    </>
  )
}
