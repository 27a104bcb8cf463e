// The tables of access control have a row for every call, and for nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { NAMES } from './access-people.ts'
import { callsIn, ROW } from './access-rows.ts'
import { CALLS } from './access-table.ts'
import { listRoutes } from './list-routes.ts'
import { OTHER_ROUTES } from './other-routes-table.ts'

let server: TestServer
let routes: readonly string[]
beforeAll(async () => {
  const { seen, close } = listRoutes()
  server = await startServer()
  close()
  routes = seen
})
afterAll(() => server.stop())

test('every line of the tables is a row, a heading or empty', () => {
  for (const table of [CALLS, OTHER_ROUTES]) expect(table.trim().split('\n')[0]?.split(/ +/)).toEqual(NAMES)
  const others = (CALLS + OTHER_ROUTES).split('\n').filter((line) => !ROW.test(line))
  expect(others.filter((line) => /\d|\//.test(line))).toEqual([])
})

describe('The tables contain exactly', () => {
  test('the calls of the contract', () => {
    const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
    expect([...callsIn(CALLS)].toSorted()).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  test('the calls of the OpenAPI document', async () => {
    const { paths } = (await (await fetch(`${server.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(calls.toSorted()).toEqual([...callsIn(CALLS)].toSorted())
  })

  test('the server’s other routes, without the page and its files', () => {
    const calls = callsIn(CALLS)
    const isPage = (route: string) => /^(GET|HEAD) \/(?!(api|objects|share|sandbox)\/)/.test(route)
    const others = routes.filter((route) => !calls.has(route) && !isPage(route))
    expect([...callsIn(OTHER_ROUTES)].toSorted()).toEqual(others.toSorted())
  })
})
