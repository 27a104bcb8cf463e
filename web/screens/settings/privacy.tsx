// Settings, "Privacy": who sees the profile, and whom and what one doesn't want to see.
import { BlockedPeople } from '#web/features/safety/blocked-people.tsx'
import { MutedList } from '#web/features/safety/muted-list.tsx'
import { useSaveProfile } from '#web/features/users/queries.ts'
import { useViewer } from '#web/lib/session.tsx'
import { CardList } from '#web/ui/card.tsx'
import { SwitchRow } from '#web/ui/setting-row.tsx'

export default function Privacy() {
  const { isPublic } = useViewer()
  const save = useSaveProfile()
  // The switch moves at once, and moves back if the change fails.
  const isPrivate = !((save.isPending ? save.variables.isPublic : undefined) ?? isPublic)
  return (
    <>
      <CardList as="ul">
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
      </CardList>
      <BlockedPeople />
      <MutedList />
    </>
  )
}
