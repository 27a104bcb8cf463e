// docs/limits.md has each limit of calls with its figures.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RATE_LIMITS } from '#shared/limits.ts'

test('every limit of calls is in docs/limits.md', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/limits.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\d+) \| (\d+) \|/gm)]
  expect(
    Object.fromEntries(
      rows.map(([, name, points, seconds]) => [
        name,
        { points: Number(points), windowSeconds: Number(seconds) },
      ]),
    ),
  ).toEqual(RATE_LIMITS)
})
