// The keys of the search: the hints below its results, and a switch in the settings.
import { useState } from 'react'
import { Key } from '#web/ui/keys-and-commands.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { hasSlashKey, setSlashKey } from './header-search.tsx'

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

/** Phones have no such key. */
export function SlashKeyRow() {
  const [isOn, setIsOn] = useState(hasSlashKey)
  if (!useMediaQuery('(min-width: 48rem)')) return null
  return (
    <SwitchRow
      name="Search with /"
      state="The key / opens the search, on this device"
      checked={isOn}
      onCheckedChange={(checked) => {
        setIsOn(checked)
        setSlashKey(checked)
      }}
    />
  )
}
