// Settings: the account, how it signs in, its sessions and its data. A row is a name, one line of state and one control.
import { ChangeEmailDialog } from '#web/features/auth/change-email-dialog.tsx'
import { ChangePasswordDialog } from '#web/features/auth/change-password-dialog.tsx'
import { EmailRows } from '#web/features/auth/email-rows.tsx'
import { FactorsSection } from '#web/features/auth/factors-section.tsx'
import { SessionsCard } from '#web/features/auth/sessions-card.tsx'
import { DataExportRow } from '#web/features/data-exports/data-export-row.tsx'
import { DeleteUserDialog } from '#web/features/deletion/delete-user-dialog.tsx'
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
  const deleteUser = useDialogHref('delete-user')
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
      <FactorsSection />
      <SessionsCard />
      <SectionHead>Your data</SectionHead>
      <CardList as="ul">
        <DataExportRow />
        <ListRow
          title="Delete account"
          sub="Hidden right away, deleted after 14 days"
          end={
            <Button asChild variant="outline" size="sm">
              <a href={deleteUser} aria-label="Delete account">
                Delete
              </a>
            </Button>
          }
        />
      </CardList>
      <ChangePasswordDialog />
      <ChangeEmailDialog />
      <DeleteUserDialog />
    </Column>
  )
}
