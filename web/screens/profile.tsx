// The profile at an address: the viewer's own without a username or with theirs, otherwise another person's.
import { useParams } from 'wouter'
import { useViewer } from '#web/lib/session.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { Main } from './main.tsx'

const OtherProfile = lazyScreen(() => import('./other-profile.tsx'))
export const prefetchProfile = OtherProfile.prefetch

export function Profile() {
  const { username } = useParams<{ username?: string }>()
  const viewer = useViewer()
  if (username === undefined || username.toLowerCase() === viewer.username.toLowerCase())
    return <Main tab="profile" />
  return <OtherProfile key={username.toLowerCase()} username={username} />
}
