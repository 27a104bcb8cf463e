// How the page calls the server: with cookies and JSON, without retries, and how it reports errors.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError, messageOf, OfflineError } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query.ts'
import { request } from '#web/lib/request.ts'
import { useAuth } from '#web/lib/session.tsx'

/** Stubs `fetch` with these answers, one after the other. Returns the requests as they are made. */
function stubFetch(...answers: (Response | Error)[]) {
  const requests: [path: string, init: RequestInit][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([path, init])
    const answer = answers.shift() ?? new Response('{}')
    if (answer instanceof Error) throw answer
    return answer
  })
  return requests
}
afterEach(() => vi.unstubAllGlobals())

// @spec-7.1 @spec-7.2 @spec-7.3
test('every call sends cookies, and a JSON body with its content type', async () => {
  const requests = stubFetch()
  await request('/api/user')
  await request('/api/follows', 'POST', { followingId: 'ada' })
  await request('/api/logout', 'POST')
  expect(requests).toEqual([
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

describe('A response that is not OK', () => {
  // @spec-8.1
  test('throws an error of its status, a colon, a space and its body', async () => {
    stubFetch(new Response('{"code":"user_not_found","message":"User not found"}', { status: 404 }))
    await expect(request('/api/users/nobody')).rejects.toThrow(
      '404: {"code":"user_not_found","message":"User not found"}',
    )
  })

  // @spec-8.2
  test('without a body has the status text instead', async () => {
    stubFetch(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    await expect(request('/api/user')).rejects.toThrow(/^502: Bad Gateway$/)
  })

  // @spec-8.3
  test('with status 401 is an error like any other, also for a read', async () => {
    stubFetch(new Response('{"message":"Unauthorized"}', { status: 401 }))
    await expect(request('/api/signals/feed')).rejects.toMatchObject({ name: 'ApiError', status: 401 })
  })

  // @spec-8.4
  test('shows the server’s message, if it has one', () => {
    expect(messageOf(new ApiError(429, '{"message":"Too many requests"}'))).toBe('Too many requests')
    expect(messageOf(new ApiError(502, 'Bad Gateway'))).toBeUndefined()
  })
})

// @spec-7.4
test('a call without a connection fails with an OfflineError and is not retried', async () => {
  const requests = stubFetch(new TypeError('Failed to fetch'))
  await expect(request('/api/user')).rejects.toBeInstanceOf(OfflineError)
  expect(requests).toHaveLength(1)
})

// @spec-7.5 @spec-9.35
test('cached data is never stale: no retry, no polling, no refetch on window focus', () => {
  const { queries, mutations } = queryClient.getDefaultOptions()
  expect(queries).toMatchObject({ retry: false, staleTime: Infinity, refetchOnWindowFocus: false })
  expect(queries?.refetchInterval).toBeUndefined()
  expect(mutations).toMatchObject({ retry: false })
})

// @spec-8.36
test('useAuth works only inside the provider', () => {
  const Outside = () => createElement('p', null, String(useAuth().isAuthenticated))
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(
    'useAuth must be used within an AuthProvider',
  )
})
