// The profile at an address: the viewer's own without a username or with theirs, otherwise another person's.
import { useParams } from 'wouter'
import { useViewer } from '#web/lib/session.tsx'
import { Main } from './main.tsx'
import { OtherProfile } from './other-profile.tsx'

export function Profile() {
  const { username } = useParams<{ username?: string }>()
  const viewer = useViewer()
  if (username === undefined || username.toLowerCase() === viewer.username.toLowerCase())
    return <Main tab="profile" />
  return <OtherProfile key={username.toLowerCase()} username={username} />
}
