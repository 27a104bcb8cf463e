// The panels of the auth dialog, each with an address (`?auth=…`), and the link from one to another.
import type { ReactNode } from 'react'
import { go } from '#web/lib/navigation.ts'
import { TextLink } from '#web/ui/text-link.tsx'

export const PANELS = ['login', 'code', 'register', 'forgot'] as const
export type Panel = (typeof PANELS)[number]

function hrefOfPanel(panel: Panel): string {
  const search = new URLSearchParams(location.search)
  search.set('auth', panel)
  return `${location.pathname}?${search.toString()}`
}

/** Replaces the history entry, so that closing the dialog leads back to the page below it. */
export const showPanel = (panel: Panel): void => go(hrefOfPanel(panel), { replace: true })

export function PanelLink({ panel, children }: { panel: Panel; children: ReactNode }) {
  return (
    <p className="text-center text-label">
      <TextLink
        href={hrefOfPanel(panel)}
        onClick={(event) => {
          event.preventDefault()
          showPanel(panel)
        }}
      >
        {children}
      </TextLink>
    </p>
  )
}
