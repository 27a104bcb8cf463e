// Signing in and out, and the current user.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '#test/server.ts'
import { member, buildPeople } from '#tools/demo/build-people.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await buildPeople(server.deps, { ada: member(), Bob: member({ password: ' spaces count ' }) })
})
afterAll(() => server.stop())

const signIn = (username: unknown, password: unknown) =>
  server.visitor().send('POST', '/api/login', { username, password })

// @spec-7.6
test('the current user is null, not an error, if nobody is signed in', async () => {
  const response = await server.visitor().fetch('/api/user')
  expect([response.status, await response.text()]).toEqual([200, 'null'])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

// @spec-7.7
test.each(['bob', 'BOB', ' Bob '])('Bob can sign in as "%s" and is still called Bob', async (username) => {
  const { status, body } = await signIn(username, ' spaces count ')
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ username: 'Bob', email: 'Bob@example.com' }),
  ])
})

test.each([
  [undefined, 'signalpost', 'Username is required'], // @spec-5.1
  ['', 'signalpost', 'Username is required'], // @spec-5.1
  ['ada', undefined, 'Password is required'], // @spec-5.2
  ['ada', '', 'Password is required'], // @spec-5.2
])('signing in as %s with the password %s is refused: %s', async (username, password, _message) => {
  const { status, body } = await signIn(username, password)
  expect([status, body]).toMatchObject([400, { code: 'invalid', message: _message }])
})

test('a wrong password and an unknown username get byte-identical responses, except for the request’s id', async () => {
  const ask = async (username: string, password: string) => {
    const response = await server.visitor().fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const { date: _date, 'x-request-id': requestId = '', ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, text: (await response.text()).replace(requestId, 'its own') }
  }
  const wrong = await ask('ada', 'signalpost!')
  expect(wrong).toMatchObject({
    status: 401,
    text: '{"code":"wrong_credentials","message":"Invalid username or password","requestId":"its own"}',
  })
  expect(await ask('nobody_here', 'signalpost')).toEqual(wrong)
  expect(await ask('not even a name'.repeat(60), 'signalpost')).toEqual(wrong)
  expect(await ask('ada', 'Signalpost')).toEqual(wrong)
  expect(wrong.headers).not.toHaveProperty('set-cookie')
})

// @spec-7.9
test('signing out succeeds whether or not anybody is signed in', async () => {
  const ada = await server.signIn('ada')
  for (const browser of [ada, ada, server.visitor()])
    expect(await browser.send('POST', '/api/logout')).toMatchObject({
      status: 200,
      body: { message: 'Logged out' },
    })
  expect((await ada.send('GET', '/api/user')).body).toBe(null)
})

// @spec-2.22
test('GET /api/login redirects to the sign-in dialog, or home if signed in', async () => {
  const visit = async (browser: ReturnType<TestServer['visitor']>) => {
    const response = await browser.fetch('/api/login')
    return [response.status, response.headers.get('location')]
  }
  expect(await visit(server.visitor())).toEqual([303, '/?auth=login'])
  expect(await visit(await server.signIn('ada'))).toEqual([303, '/'])
})
