// Dialogs with an address: opening one adds `?dialog=…` to the page, and Back closes it.
import { useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { DialogName } from '../paths.ts'
import { go, goBack } from './navigation.ts'

const withParam = (search: string, name: string, value: string | null) => {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return location.pathname + (text ? `?${text}` : '')
}

/** The dialog an address asks for, whichever it is: `dialog=…`, or `auth=…` on the landing. */
export function nameOfDialog(search: string): string | null {
  const params = new URLSearchParams(search)
  return params.get('dialog') ?? params.get('auth')
}

/** This page with no dialog over it. */
export function addressWithoutDialog(): string {
  const query = new URLSearchParams(location.search)
  for (const name of ['auth', 'dialog', 'invitation']) query.delete(name)
  return query.size === 0 ? location.pathname : `${location.pathname}?${query.toString()}`
}

/** The landing is drawn at build time, when no address asks for a dialog. */
const UNOPENED = { ssrSearch: '' }

/** Whether the address holds `?<param>=<value>`, and the functions that open and close it. */
export function useAddress(param: string, value: string) {
  const search = useSearch(UNOPENED)
  const isOpen = new URLSearchParams(search).get(param) === value
  return {
    isOpen,
    open: () => go(withParam(location.search, param, value)),
    close: () => {
      const opened = history.state as { isInside?: boolean } | null
      // Opened from inside: the entry before is this page without the dialog.
      if (opened?.isInside) goBack()
      else go(withParam(location.search, param, null), { replace: true })
    },
  }
}

export const useDialog = (name: DialogName) => useAddress('dialog', name)

/** Whether the dialog was ever open: from then on it stays mounted, so that its closing is drawn too. */
export function useWasOpened(name: DialogName): boolean {
  const { isOpen } = useDialog(name)
  const [was, setWas] = useState(isOpen)
  if (isOpen && !was) setWas(true)
  return was || isOpen
}

/** The address of this page with a dialog over it, for a link; what else the address says stays. */
export function useDialogHref(name: DialogName): string {
  const params = new URLSearchParams(useSearch())
  params.set('dialog', name)
  return `?${params}`
}
