// The error catalogue of spec section 8, row by row: what a person is told, and where they are taken after how long.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, OfflineError } from '#web/lib/api-error.ts'
import { announce, navigateWith, type Outcome, outcomes } from '#web/lib/outcomes.ts'
import { type Toast, useToast } from '#web/ui/toast-store.ts'

type Row = {
  situation: string
  outcome: Outcome
  title: string
  /** Shown when the server said nothing of its own. */
  text?: string
  tone?: 'destructive'
  /** The server's own sentence is shown when there is one. */
  showsServerMessage?: true
  leadsTo?: string
  afterMs?: number
}

const CATALOGUE: Row[] = [
  {
    situation: 'login fails',
    outcome: outcomes.loginFailed,
    title: 'Login failed',
    tone: 'destructive',
    showsServerMessage: true,
  },
  {
    situation: 'registration fails',
    outcome: outcomes.registrationFailed,
    title: 'Registration failed',
    tone: 'destructive',
    showsServerMessage: true,
  },
  {
    situation: 'logout fails',
    outcome: outcomes.logoutFailed,
    title: 'Logout failed',
    tone: 'destructive',
    showsServerMessage: true,
  },
  {
    situation: 'login success',
    outcome: outcomes.loggedIn,
    title: 'Welcome back!',
    text: 'You have successfully logged in.',
  },
  {
    situation: 'registration success',
    outcome: outcomes.registered,
    title: 'Welcome to Signalpost!',
    text: 'Your account has been created successfully.',
  },
  {
    situation: 'logout success',
    outcome: outcomes.loggedOut,
    title: 'Logged out',
    text: 'You have been logged out successfully.',
    leadsTo: '/',
    afterMs: 500,
  },
  {
    situation: 'waitlist fails',
    outcome: outcomes.waitlistFailed,
    title: 'Error',
    text: 'Failed to join waitlist',
    tone: 'destructive',
    showsServerMessage: true,
  },
  {
    situation: 'waitlist success',
    outcome: outcomes.waitlisted,
    title: 'Success!',
    text: "You've been added to our waitlist. We'll notify you when Signalpost launches!",
  },
  {
    situation: 'any action answered with 401',
    outcome: outcomes.unauthorized,
    title: 'Unauthorized',
    text: 'You are logged out. Logging in again...',
    tone: 'destructive',
    leadsTo: '/api/login',
    afterMs: 500,
  },
  {
    situation: 'signal post refused with requiresSubscription',
    outcome: outcomes.creatorModeRequired,
    title: 'Creator Mode Required',
    text: 'Subscribe to Creator Mode ($2/month) to post signals.',
    tone: 'destructive',
    leadsTo: '/creator-subscribe',
    afterMs: 1500,
  },
  {
    situation: 'other signal errors',
    outcome: outcomes.signalFailed,
    title: 'Error',
    text: 'Failed to create signal. Please try again.',
    tone: 'destructive',
    showsServerMessage: true,
  },
  {
    situation: 'signal success',
    outcome: outcomes.signalPosted,
    title: 'Signal Posted',
    text: 'Your signal has been shared with your followers.',
  },
  {
    situation: 'follow error',
    outcome: outcomes.followFailed,
    title: 'Error',
    text: 'Failed to follow user',
    tone: 'destructive',
  },
  {
    situation: 'unfollow error',
    outcome: outcomes.unfollowFailed,
    title: 'Error',
    text: 'Failed to unfollow user',
    tone: 'destructive',
  },
  {
    situation: 'profile update error',
    outcome: outcomes.profileFailed,
    title: 'Error',
    text: 'Failed to update profile',
    tone: 'destructive',
  },
  {
    situation: 'profile update success',
    outcome: outcomes.profileUpdated,
    title: 'Success',
    text: 'Profile updated successfully',
  },
  {
    situation: 'image processing fails',
    outcome: outcomes.pictureFailed,
    title: 'Error',
    text: 'Failed to process uploaded image',
    tone: 'destructive',
  },
  {
    situation: '/subscribe without a creator',
    outcome: outcomes.creatorNotFound,
    title: 'Creator Not Found',
    text: 'Please select a creator to subscribe to.',
    tone: 'destructive',
    leadsTo: '/',
    afterMs: 0,
  },
]

/** The toast a person would see now. */
function shown(): Toast | undefined {
  let toast: Toast | undefined
  renderToStaticMarkup(
    createElement(function Reader() {
      toast = useToast()
      return null
    }),
  )
  return toast
}

const visited: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  visited.length = 0
  navigateWith((to) => visited.push(to))
  vi.stubGlobal('location', { assign: (to: string) => visited.push(to) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(CATALOGUE)('$situation', (row) => {
  test('says the words of the specification', () => {
    announce(row.outcome)
    expect(shown()).toMatchObject({ title: row.title, open: true })
    expect(shown()?.description).toBe(row.text)
    expect(shown()?.tone).toBe(row.tone)
  })

  test("shows the server's own message only where the specification says so", () => {
    announce(row.outcome, new ApiError(409, '{"code":"some_code","message":"A sentence of the server"}'))
    expect(shown()?.description).toBe(row.showsServerMessage ? 'A sentence of the server' : row.text)
  })

  test('leads where and when the specification says, or nowhere', () => {
    announce(row.outcome)
    if (row.afterMs) vi.advanceTimersByTime(row.afterMs - 1)
    if (row.afterMs) expect(visited).toEqual([])
    vi.advanceTimersByTime(row.leadsTo === undefined ? 60_000 : 1)
    expect(visited).toEqual(row.leadsTo === undefined ? [] : [row.leadsTo])
  })
})

test('every outcome the page knows is a row of this table, or an addition that answers.md asks for', () => {
  const known = new Set<Outcome>(CATALOGUE.map(({ outcome }) => outcome))
  const additions: Outcome[] = [outcomes.onboardingRequired]
  expect(
    Object.values<Outcome>(outcomes).filter((outcome) => !known.has(outcome) && !additions.includes(outcome)),
  ).toEqual([])
})

test('an answer that is not OK becomes "{status}: {body}"', () => {
  expect(new ApiError(404, '{"code":"user_not_found","message":"User not found"}').message).toBe(
    '404: {"code":"user_not_found","message":"User not found"}',
  )
  expect(new ApiError(502, 'Bad Gateway').message).toBe('502: Bad Gateway')
})

test('without a connection the sentence says so', () => {
  announce(outcomes.signalFailed, new OfflineError())
  expect(shown()?.description).toMatch(/offline/)
})
