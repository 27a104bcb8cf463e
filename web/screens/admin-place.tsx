// The link to /admin, for moderators and administrators only.
import { Shield } from 'lucide-react'
import type { OwnUser } from '#shared/contracts/users.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { FooterLink } from '#web/ui/footer-link.tsx'

const ADMIN = paths.admin('overview')

export const adminPlaces = ({ role }: Pick<OwnUser, 'role'>, path: string) =>
  role === null ? [] : [{ href: ADMIN, label: 'Admin', icon: Shield, current: path.startsWith(ADMIN) }]

export function AdminFooterLink() {
  return useViewer().role === null ? null : (
    <FooterLink href={ADMIN} isInRail>
      Admin
    </FooterLink>
  )
}
