// The panels of the auth dialog, each with an address: `?auth=…`.
import { go } from '#web/lib/navigation.ts'

export const PANELS = ['login', 'code', 'register', 'forgot'] as const
export type Panel = (typeof PANELS)[number]

export function hrefOfPanel(panel: Panel): string {
  const search = new URLSearchParams(location.search)
  search.set('auth', panel)
  return `${location.pathname}?${search.toString()}`
}

/** Replaces the history entry, so that closing the dialog leads back to the page below it. */
export const showPanel = (panel: Panel): void => go(hrefOfPanel(panel), { replace: true })
