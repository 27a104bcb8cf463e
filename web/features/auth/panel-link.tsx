// A link to another panel of the auth dialog.
import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/text-link.tsx'
import { hrefOfPanel, type Panel, showPanel } from './panels.ts'

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
