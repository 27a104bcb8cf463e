// Settings: the account, how it signs in, and its sessions. A row is a name, one line of state and one control.
import { ChangePasswordDialog } from '#web/features/auth/change-password-dialog.tsx'
import { FactorsSection } from '#web/features/auth/factors-section.tsx'
import { SessionsCard } from '#web/features/auth/sessions-card.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { useTitleAndFocus } from '#web/lib/title-and-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Column } from '#web/ui/page.tsx'
import { SectionHead } from '#web/ui/section-head.tsx'

export default function Settings() {
  useTitleAndFocus('Settings')
  const { username, email } = useViewer()
  const changePassword = useDialogHref('change-password')
  return (
    <Column>
      <h1 className="text-heading font-strong">Settings</h1>
      <SectionHead>Account</SectionHead>
      <CardList as="ul">
        <ListRow title="Username" sub={username} />
        <ListRow title="Email" sub={email} />
      </CardList>
      <SectionHead>Security</SectionHead>
      <CardList as="ul">
        <ListRow
          title="Password"
          sub="Changing it signs out your other devices"
          end={
            <Button asChild variant="outline" size="sm">
              <a href={changePassword} aria-label="Change password">
                Change
              </a>
            </Button>
          }
        />
      </CardList>
      <FactorsSection />
      <SessionsCard />
      <ChangePasswordDialog />
    </Column>
  )
}
