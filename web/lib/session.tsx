// Who is signed in: fetched once at startup, changed by signing in and out, and kept in sync between tabs.
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { auth } from '#shared/contracts/auth.ts'
import type { Wire } from '#shared/endpoint.ts'
import { dismissUnlessError } from '#web/ui/toast-store.ts'
import { request } from './request.ts'
import { openSessionChannel } from './session-channel.ts'

/** The signed-in user as the server sends it. */
export type SessionUser = NonNullable<Wire<typeof auth.currentUser>>

type State = { user: SessionUser | null; isLoading: boolean; error: Error | null }
type Session = State & {
  isAuthenticated: boolean
  /** Sets the user that a call returned, or null after signing out, and notifies the other tabs. */
  setUser: (user: SessionUser | null) => void
  /** Updates the user after a call that doesn't return it, such as following someone. */
  changeUser: (change: (user: SessionUser) => SessionUser) => void
  /** Fetches the user again, such as after a failed start. */
  reload: () => void
}

const SessionContext = createContext<Session | null>(null)

/** Throws outside an `AuthProvider` (spec section 8). */
export function useAuth(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useAuth must be used within an AuthProvider')
  return session
}

/** The signed-in user, on screens that only signed-in people see. */
export function useViewer(): SessionUser {
  const { user } = useAuth()
  if (!user) throw new Error('useViewer is for screens of a signed-in person')
  return user
}

type Props = {
  /** Whether the server sent the landing page, which it does for people without a session. */
  isVisitor: boolean
  children: ReactNode
}

export function AuthProvider({ isVisitor, children }: Props) {
  const [state, setState] = useState<State>({ user: null, isLoading: !isVisitor, error: null })
  const channel = useMemo(() => openSessionChannel(), [])
  const reads = useRef(0)
  const changes = useRef(0)

  const session = useMemo<Session>(() => {
    const read = async (): Promise<void> => {
      const [thisRead, changesBefore] = [++reads.current, changes.current]
      const result: Partial<State> = await request('/api/user')
        .then(async (response) => ({ user: (await response.json()) as SessionUser | null, error: null }))
        // The landing page needs no user, so it ignores the error.
        .catch((error: unknown) => (isVisitor ? {} : { error: error as Error }))
      if (thisRead !== reads.current) return
      // The user changed on this page in the meantime, so the response may be outdated.
      if (changesBefore !== changes.current) return read()
      if (state.user !== null && result.user === null) dismissUnlessError()
      setState((now) => ({ ...now, ...result, isLoading: false }))
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

  // The spec fetches the user once, at startup, here before the first paint. Later fetches follow a change of
  // the account or the session.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => session.reload(), [])
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === null) {
        dismissUnlessError()
        changes.current += 1
        setState({ user: null, isLoading: false, error: null })
      } else if (data !== state.user?.id) location.assign('/')
    }
  }, [channel, state.user?.id])

  return <SessionContext value={session}>{children}</SessionContext>
}
