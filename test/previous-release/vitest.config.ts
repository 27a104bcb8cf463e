// The configuration of an earlier release, whose root Vitest is given, with one step more: its database gets this version's schema.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'

const { default: theirs } = (await import(pathToFileURL(join(process.cwd(), 'vitest.config.ts')).href)) as {
  default: ViteUserConfig
}

export default {
  ...theirs,
  test: {
    ...theirs.test,
    globalSetup: [theirs.test?.globalSetup ?? [], join(import.meta.dirname, 'upgrade-template.ts')].flat(),
  },
} satisfies ViteUserConfig
