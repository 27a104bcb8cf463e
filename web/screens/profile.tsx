// The profile at an address: the viewer's own without a username or with theirs, otherwise another person's.
import { useParams } from 'wouter'
import { useViewer } from '#web/lib/session.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { Main, prefetchOwnProfile } from './main.tsx'

const OtherProfile = lazyScreen(() => import('./other-profile.tsx'))
/** Both come in one file. */
export const prefetchProfile = () => {
  OtherProfile.prefetch()
  prefetchOwnProfile()
}

export function Profile() {
  const { username } = useParams<{ username?: string }>()
  const viewer = useViewer()
  if (username === undefined || username.toLowerCase() === viewer.username.toLowerCase())
    return <Main tab="profile" />
  return <OtherProfile key={username.toLowerCase()} username={username} />
}
