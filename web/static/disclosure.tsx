// `web/ui/disclosure.tsx` on pages that the server renders: the browser's own element, which needs no script.
import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'

type DisclosureProps = {
  label: ReactNode
  summary?: string
  open?: boolean
  defaultOpen?: boolean
  children: ReactNode
}

export function Disclosure({ label, summary, open, defaultOpen = false, children }: DisclosureProps) {
  return (
    <details open={open ?? defaultOpen} className="group">
      <summary className="inline-flex min-h-target cursor-pointer list-none items-center gap-1 rounded-badge text-left text-label font-strong text-brand [&::-webkit-details-marker]:hidden">
        <ChevronDown className="icon-sm transition-[rotate] duration-150 group-open:rotate-180" />
        <span>
          {label}
          {summary !== undefined && (
            <span className="pl-2 text-small font-regular text-ink-2">{summary}</span>
          )}
        </span>
      </summary>
      <div className="grid gap-4 pt-1">{children}</div>
    </details>
  )
}
