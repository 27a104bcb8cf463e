// The row of the settings with the switch of the key that opens the search. Phones have no such key.
import { useState } from 'react'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { hasSlashKey, setSlashKey } from './slash-key.ts'

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
