// Keys of the admin pages. They act only while the focus is inside the page's content, and letters never while typing.
import { useEffect, useEffectEvent } from 'react'

type Keys = Record<string, () => void>

/** The handlers by key in lower case; `mod+enter` is Ctrl+Enter, or Cmd+Enter on a Mac. */
export function useKeys(keys: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof HTMLElement) || !target.closest('#content')) return
    const hasMod = ctrlKey || metaKey
    const isTyping = target.matches('textarea, select, input:not([type=radio], [type=checkbox])')
    if (altKey || (isTyping && !hasMod)) return
    const act = keys[`${hasMod ? 'mod+' : ''}${key.toLowerCase()}`]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
