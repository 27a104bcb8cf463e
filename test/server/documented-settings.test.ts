// Each setting is explained where operators look for it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Settings } from '#server/settings.ts'

describe('Every setting is documented', () => {
  const names = Object.keys(Settings.shape).toSorted()
  const read = (file: string) => readFile(join(import.meta.dirname, '../..', file), 'utf8')

  test('in .env.example, each under a line that explains it', async () => {
    const lines = (await read('.env.example')).split('\n')
    const settings = lines.flatMap((line, index) =>
      /^#?[A-Z0-9_]+=/.test(line) ? [{ line, above: lines[index - 1] }] : [],
    )
    expect(settings.map(({ line }) => line.replace('#', '').split('=')[0]).toSorted()).toEqual(names)
    for (const { above } of settings) expect(above).toMatch(/^# \w/)
  })

  test('in the table of docs/operating.md', async () => {
    const rows = (await read('docs/operating.md')).matchAll(/^\| `([A-Z0-9_]+)` \|/gm)
    expect([...rows].map(([, name]) => name).toSorted()).toEqual(names)
  })
})
