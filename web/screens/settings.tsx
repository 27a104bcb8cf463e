// Settings: the account, its password and its sessions. A row is a name, one line of state and one control.
import { ChangeEmailDialog } from '#web/features/auth/change-email-dialog.tsx'
import { ChangePasswordDialog } from '#web/features/auth/change-password-dialog.tsx'
import { EmailRows } from '#web/features/auth/email-rows.tsx'
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
  const { username } = useViewer()
  const changePassword = useDialogHref('change-password')
  return (
    <Column>
      <h1 className="text-heading font-strong">Settings</h1>
      <SectionHead>Account</SectionHead>
      <CardList as="ul">
        <ListRow title="Username" sub={username} />
        <EmailRows />
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
      <SessionsCard />
      <ChangePasswordDialog />
      <ChangeEmailDialog />
    </Column>
  )
}
