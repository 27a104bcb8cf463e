// The row of the settings with the switch that hides the profile. It acts at once, and turns back if that fails.
import { useViewer } from '#web/lib/session.tsx'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { useSaveProfile } from './queries.ts'

export function PrivateProfileRow() {
  const { isPublic } = useViewer()
  const save = useSaveProfile()
  const isPrivate = !((save.isPending ? save.variables.isPublic : undefined) ?? isPublic)
  return (
    <SwitchRow
      name="Private profile"
      state={
        isPrivate
          ? 'Only your paying subscribers see you and your signals'
          : 'Everyone on Signalpost can see you'
      }
      checked={isPrivate}
      onCheckedChange={(checked) => save.mutate({ isPublic: !checked })}
    />
  )
}
