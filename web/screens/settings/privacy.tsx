// Settings, "Privacy": who sees the profile.
import { PrivateProfileRow } from '#web/features/users/private-profile-row.tsx'
import { CardList } from '#web/ui/card.tsx'

export default function Privacy() {
  return (
    <CardList as="ul">
      <PrivateProfileRow />
    </CardList>
  )
}
