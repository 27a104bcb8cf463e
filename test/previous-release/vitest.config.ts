// The configuration of an earlier release, whose root is the working directory, with one additional step: this version migrates
// the release's database.
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
