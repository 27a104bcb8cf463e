// The description of the API answers unless a setting turns it off.
import { expect, test } from 'vitest'
import { startServer } from '#test/server.ts'

const PATHS = ['/api/openapi.json', '/api/docs', '/api/docs/start.js']

test.each([
  ['on', 200],
  ['off', 404],
])('API_DOCS=%s answers %i', async (setting, status) => {
  const server = await startServer({ settings: { API_DOCS: setting } })
  for (const path of PATHS) expect((await fetch(server.origin + path)).status).toBe(status)
  await server.stop()
})
