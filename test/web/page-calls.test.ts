// How the page calls the server: with cookies and JSON, once, and what is said when it goes wrong.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, messageOf, OfflineError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query.ts'
import { request } from '#web/lib/request.ts'
import { useAuth } from '#web/lib/session.tsx'

/** What the network is asked for; `answers` come one after the other. */
function network(...answers: (Response | Error)[]) {
  const asked: [path: string, how: RequestInit][] = []
  vi.stubGlobal('fetch', async (path: string, how: RequestInit) => {
    asked.push([path, how])
    const answer = answers.shift() ?? new Response('{}')
    if (answer instanceof Error) throw answer
    return answer
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

// @spec-7.1 @spec-7.2 @spec-7.3
test('every call carries the cookies, and JSON says that it is JSON', async () => {
  const asked = network()
  await request('/api/user')
  await request('/api/follows', 'POST', { followingId: 'ada' })
  await request('/api/logout', 'POST')
  expect(asked).toEqual([
    ['/api/user', { method: 'GET', credentials: 'include' }],
    [
      '/api/follows',
      {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json' },
        body: '{"followingId":"ada"}',
      },
    ],
    ['/api/logout', { method: 'POST', credentials: 'include' }],
  ])
})

describe('An answer that is not OK', () => {
  // @spec-8.1
  test('is an error of its status, a colon, a space and its body', async () => {
    network(new Response('{"code":"user_not_found","message":"User not found"}', { status: 404 }))
    await expect(request('/api/users/nobody')).rejects.toThrow(
      '404: {"code":"user_not_found","message":"User not found"}',
    )
  })

  // @spec-8.2
  test('without a body has the text of its status there', async () => {
    network(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    await expect(request('/api/user')).rejects.toThrow(/^502: Bad Gateway$/)
  })

  // @spec-8.3
  test('of 401 is an error like any other, also of a read', async () => {
    network(new Response('{"message":"Unauthorized"}', { status: 401 }))
    await expect(request('/api/signals/feed')).rejects.toMatchObject({ name: 'ApiError', status: 401 })
  })

  // @spec-8.4
  test('is told to a person in the words of the server, if it has any', () => {
    expect(messageOf(new ApiError(429, '{"message":"Too many requests"}'))).toBe('Too many requests')
    expect(messageOf(new ApiError(502, 'Bad Gateway'))).toBeUndefined()
  })
})

// @spec-7.4
test('a call is made once: without a network it says so, and is not tried again', async () => {
  const asked = network(new TypeError('Failed to fetch'))
  await expect(request('/api/user')).rejects.toBeInstanceOf(OfflineError)
  expect(asked).toHaveLength(1)
})

// @spec-7.5 @spec-9.35
test('what was read is never stale: no retry, no polling, no reading anew when the window is looked at', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, staleTime: Infinity, refetchOnWindowFocus: false })
  expect(queries?.refetchInterval).toBeUndefined()
  expect(mutations).toMatchObject({ retry: false })
})

// @spec-8.36
test('who is signed in can only be asked inside the provider', () => {
  const Outside = () => createElement('p', null, String(useAuth().isAuthenticated))
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(
    'useAuth must be used within an AuthProvider',
  )
})
