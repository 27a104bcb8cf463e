// Settings, "Account": name, email and password, and this device.
import { ChangeEmailDialog } from '#web/features/auth/change-email-dialog.tsx'
import { ChangePasswordDialog } from '#web/features/auth/change-password-dialog.tsx'
import { EmailRows } from '#web/features/auth/email-rows.tsx'
import { ChangeUsernameDialog } from '#web/features/users/change-username-dialog.tsx'
import { SignOutButton } from '#web/features/users/viewer.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { useViewer } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'

export default function Account() {
  const { username, displayName } = useViewer()
  return (
    <>
      <CardList as="ul">
        <SettingRow
          name="Name"
          state={<bdi>{displayName || 'Not set'}</bdi>}
          href={`${paths.ownProfile}?dialog=edit-profile`}
          action="Change"
          label="Change name"
        />
        <SettingRow
          name="Username"
          state={username}
          href={useDialogHref('change-username')}
          action="Change"
          label="Change username"
        />
        <EmailRows />
        <PasswordRow />
      </CardList>
      <CardList as="ul">
        <ListRow title="Session" sub="Signed in on this device" end={<SignOutButton size="sm" />} />
      </CardList>
      <ChangeUsernameDialog />
      <ChangePasswordDialog />
      <ChangeEmailDialog />
    </>
  )
}

const PasswordRow = () => (
  <SettingRow
    name="Password"
    state="Changing it signs out your other devices"
    href={useDialogHref('change-password')}
    action="Change"
    label="Change password"
  />
)
