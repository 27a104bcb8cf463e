// Who is signed in: read once at startup, changed by signing in and out, and kept the same in all tabs.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { auth } from '#shared/contracts/auth.ts'
import type { Wire } from '#shared/endpoint.ts'
import { dismissOldNews } from '#web/ui/toast-store.ts'
import { request } from './request.ts'
import { SESSION_CHANNEL } from './session-channel.ts'

/** The own user as the server sends it. */
export type SessionUser = NonNullable<Wire<typeof auth.currentUser>>

type State = { user: SessionUser | null; isLoading: boolean; error: Error | null }
export type Session = State & {
  isAuthenticated: boolean
  /** Takes over the user a call returned, or null after signing out, and tells the other tabs. */
  setUser: (user: SessionUser | null) => void
  /** Changes what is known of the own user after a call that does not return it, as after following someone. */
  changeUser: (change: (user: SessionUser) => SessionUser) => void
  /** Reads the user again, as after a failed start. */
  reload: () => void
}

const SessionContext = createContext<Session | null>(null)

/** Throws outside an `AuthProvider` (spec section 8). */
export function useAuth(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useAuth must be used within an AuthProvider')
  return session
}

/** The own user on screens that only a signed-in person sees. */
export function useViewer(): SessionUser {
  const { user } = useAuth()
  if (!user) throw new Error('useViewer is for screens of a signed-in person')
  return user
}

type Props = {
  /** The page was sent to somebody without a session, and shows that already. */
  isVisitor: boolean
  children: ReactNode
}

export function AuthProvider({ isVisitor, children }: Props) {
  const [state, setState] = useState<State>({ user: null, isLoading: !isVisitor, error: null })
  const channel = useMemo(() => new BroadcastChannel(SESSION_CHANNEL), [])
  const reads = useRef(0)
  const changes = useRef(0)

  const session = useMemo<Session>(() => {
    const read = async (): Promise<void> => {
      const [mine, before] = [++reads.current, changes.current]
      const answer: Partial<State> = await request('/api/user')
        .then(async (response) => ({ user: (await response.json()) as SessionUser | null, error: null }))
        // A visitor's page stays what it is.
        .catch((error: unknown) => (isVisitor ? {} : { error: error as Error }))
      if (mine !== reads.current) return
      // What was changed here in the meantime is newer than what was read.
      if (before !== changes.current) return read()
      if (state.user !== null && answer.user === null) dismissOldNews()
      setState((now) => ({ ...now, ...answer, isLoading: false }))
    }
    return {
      ...state,
      isAuthenticated: state.user !== null,
      setUser(user) {
        changes.current += 1
        setState({ user, isLoading: false, error: null })
        channel.postMessage(user?.id ?? null)
      },
      changeUser(change) {
        changes.current += 1
        setState((now) => (now.user ? { ...now, user: change(now.user) } : now))
      },
      reload: () => void read(),
    }
  }, [state, channel, isVisitor])

  // The spec reads the user once, at startup; otherwise only when something happened to the account or the session.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => session.reload(), [])
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === null) {
        dismissOldNews()
        changes.current += 1
        setState({ user: null, isLoading: false, error: null })
      } else if (data !== state.user?.id) location.assign('/')
    }
  }, [channel, state.user?.id])

  return <SessionContext value={session}>{children}</SessionContext>
}
