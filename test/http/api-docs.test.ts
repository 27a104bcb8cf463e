// The description of the API answers unless a setting turns it off.
import { expect, test } from 'vitest'
import { startServer } from '#test/server.ts'

const PATHS = ['/api/openapi.json', '/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css']

test.each([
  ['on', 200],
  ['off', 404],
])('API_DOCS=%s answers %i', async (setting, status) => {
  const server = await startServer({ settings: { API_DOCS: setting } })
  for (const path of PATHS) {
    const response = await fetch(server.origin + path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/; charset=utf-8$/)
  }
  await server.stop()
})
