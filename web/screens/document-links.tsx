// The links to the operator's texts, for each footer.
import { paths } from '#web/paths.ts'
import { FooterLink } from '#web/ui/footer-link.tsx'

export const DocumentLinks = () => (
  <>
    <FooterLink href={paths.terms}>Terms</FooterLink>
    <FooterLink href={paths.privacy}>Privacy</FooterLink>
    <FooterLink href={paths.refunds}>Refunds</FooterLink>
    <FooterLink href={paths.help}>Help</FooterLink>
  </>
)
