// The keys of the search, below its results, for people with a keyboard.
import { useState } from 'react'
import { Key } from '#web/ui/key.tsx'
import { hasSlashKey, setSlashKey } from './slash-key.ts'

export function KeyHints() {
  const [isOn, setIsOn] = useState(hasSlashKey)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-caption text-ink-2 max-md:hidden">
      <span>
        <Key>↑</Key> <Key>↓</Key> choose
      </span>
      <span>
        <Key>↵</Key> open
      </span>
      <label className="ml-auto flex min-h-6 cursor-pointer items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-brand-solid"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked)
            setSlashKey(target.checked)
          }}
        />
        <span>
          <Key>/</Key> opens the search
        </span>
      </label>
    </div>
  )
}
