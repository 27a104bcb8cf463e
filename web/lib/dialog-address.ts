// Dialogs in the address: opening one adds `?dialog=…` to the page's address, and Back closes it.
import { useState } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'
import type { DialogName } from '../paths.ts'
import { go, goBack } from './navigation.ts'

const withParam = (search: string, name: string, value: string | null) => {
  const params = new URLSearchParams(search)
  if (value === null) params.delete(name)
  else params.set(name, value)
  const text = params.toString()
  return location.pathname + (text ? `?${text}` : '')
}

/** The open dialog according to an address: the value of `dialog`, or of `auth` on the landing page. */
export function dialogNameIn(search: string): string | null {
  const params = new URLSearchParams(search)
  return params.get('dialog') ?? params.get('auth')
}

/** The address of this page without a dialog. */
export function addressWithoutDialog(): string {
  const query = new URLSearchParams(location.search)
  for (const name of ['auth', 'dialog']) query.delete(name)
  return query.size === 0 ? location.pathname : `${location.pathname}?${query.toString()}`
}

/** Whether the address has `?<param>=<value>`, and functions that add and remove it. */
export function useSearchParam(param: string, value: string) {
  const isOpen = useLocationProperty(
    () => new URLSearchParams(location.search).get(param) === value,
    // The landing page is prerendered at build time, where there is no address.
    () => false,
  )
  const close = () => {
    const entry = history.state as { isInside?: boolean } | null
    // If a link inside the product opened it, the previous history entry is this page without the dialog.
    if (entry?.isInside) goBack()
    else go(withParam(location.search, param, null), { replace: true })
  }
  return {
    isOpen,
    open: () => go(withParam(location.search, param, value)),
    close,
    /**
     * For after a request: if the person closed the dialog meanwhile, closing it again would leave the page.
     */
    closeIfOpen: () => {
      if (new URLSearchParams(location.search).get(param) === value) close()
    },
  }
}

export const useDialog = (name: DialogName) => useSearchParam('dialog', name)

/**
 * Whether the dialog has ever been open. From then on it stays mounted, so that its closing animation plays.
 */
export function useWasOpened(name: DialogName): boolean {
  const { isOpen } = useDialog(name)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  return wasOpened || isOpen
}

/** The address of this page with a dialog open, for a link. Other query parameters stay. */
export const useDialogHref = (name: DialogName): string => useHrefWith({ dialog: name })

/**
 * A link to this page with these query parameters. Only another link renders again, not each change of the
 * address: a screen full of such links would slow down the dialog that one of them opens.
 */
export function useHrefWith(changes: Record<string, string>): string {
  return useLocationProperty(() => {
    const params = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) params.set(name, value)
    return `?${params}`
  })
}
