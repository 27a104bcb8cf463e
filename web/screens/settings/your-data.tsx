// Settings, "Your data": the copy of everything, and deleting the account.
import { DELETION_DAYS } from '#shared/limits.ts'
import { DataExportRow } from '#web/features/data-exports/data-export-row.tsx'
import { DeleteUserDialog } from '#web/features/deletion/delete-user-dialog.tsx'
import { useDialogHref } from '#web/lib/dialog-address.ts'
import { CardList } from '#web/ui/card.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'

export default function YourData() {
  const deleteUser = useDialogHref('delete-user')
  return (
    <>
      <CardList as="ul">
        <DataExportRow />
      </CardList>
      <CardList as="ul">
        <SettingRow
          name="Delete account"
          state={`Hidden right away, deleted after ${DELETION_DAYS} days. Until then you can keep it.`}
          href={deleteUser}
          action="Delete"
          label="Delete account"
        />
      </CardList>
      <DeleteUserDialog />
    </>
  )
}
