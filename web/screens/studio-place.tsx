// The link to the studio in the navigation and the footer, for creators.
import { BriefcaseBusiness } from 'lucide-react'
import type { SessionUser } from '#web/lib/session.tsx'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { FooterLink } from '#web/ui/footer-link.tsx'

export const studioPlaces = ({ isCreator }: SessionUser, path: string) =>
  isCreator
    ? [{ href: paths.studio, label: 'Studio', icon: BriefcaseBusiness, current: path === paths.studio }]
    : []

export const StudioFooterLink = () =>
  useViewer().isCreator && (
    <FooterLink href={paths.studio} isInRail>
      Studio
    </FooterLink>
  )
