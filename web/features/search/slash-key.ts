// Whether a slash opens the search on this device. A key without Ctrl or ⌘ must be possible to turn off (WCAG 2.1.4).
import { localStore } from '#web/lib/browser-storage.ts'

const KEY = 'search-slash'

export const hasSlashKey = (): boolean => localStore.get(KEY) !== 'off'

export function setSlashKey(isOn: boolean): void {
  if (isOn) localStore.remove(KEY)
  else localStore.set(KEY, 'off')
}
