// A link of a page's footer, an item of its list.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type FooterLinkProps = {
  href: string
  /** Only on phones: wider screens have it in the rail. */
  isInRail?: boolean
  /** Only if this server describes its API; it writes that into the page. */
  isApiDocs?: boolean
  children: ReactNode
}

export function FooterLink({ href, isInRail = false, isApiDocs = false, children }: FooterLinkProps) {
  return (
    <li className={classes(isInRail && 'md:hidden', isApiDocs && 'in-[html:not([data-api-docs])]:hidden')}>
      <a
        href={href}
        className="inline-flex min-h-7 min-w-6 items-center rounded-badge text-small text-ink-3 underline-offset-[0.2em] hover:text-ink hover:underline"
      >
        {children}
      </a>
    </li>
  )
}
