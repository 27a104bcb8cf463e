// Settings, "Privacy": who sees the profile, which people, tickers and words the viewer has blocked or muted, what they
// reported, and what was decided about them.
import { BlockedPeople } from '#web/features/safety/blocked-people.tsx'
import { MutedList } from '#web/features/safety/muted-list.tsx'
import { DecisionsAboutViewer, OwnReports } from '#web/features/safety/own-cases.tsx'
import { useSaveProfile } from '#web/features/users/queries.ts'
import { useViewer } from '#web/lib/session.tsx'
import { joinedText } from '#web/features/users/joined-text.ts'
import { publicPaths } from '#web/public-paths.ts'
import { CardList } from '#web/ui/card.tsx'
import { SwitchRow } from '#web/ui/setting-row.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export default function Privacy() {
  const { username, isPublic, showsRecordToVisitors, joinedFromPage } = useViewer()
  const save = useSaveProfile()
  // The switch moves at once, and moves back if the change fails.
  const isPrivate = !((save.isPending ? save.variables.isPublic : undefined) ?? isPublic)
  const shows =
    (save.isPending ? save.variables.showsRecordToVisitors : undefined) ?? showsRecordToVisitors === true
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
        <SwitchRow
          name="Show my record to visitors"
          state={
            <>
              People without an account and search engines see your free signals and scored trades.
              {isPrivate && shows && ' Nothing is shown while your profile is private.'}
              {!isPrivate && shows && (
                <>
                  {' '}
                  <TextLink href={publicPaths.person(username)} target="_blank" rel="noopener">
                    See your page
                  </TextLink>
                </>
              )}
              {joinedFromPage > 0 && ` ${joinedText(joinedFromPage)}`}
            </>
          }
          checked={shows}
          onCheckedChange={(checked) => save.mutate({ showsRecordToVisitors: checked })}
        />
      </CardList>
      <BlockedPeople />
      <MutedList />
      <OwnReports />
      <DecisionsAboutViewer />
    </>
  )
}
