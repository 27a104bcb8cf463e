// A build plugin: each icon is imported from its own file, so that the first screen loads only its icons.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ICONS = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/lucide-react.mjs')
const IMPORT = /^import \{([^}]+)\} from 'lucide-react'$/gm

export const iconImports: Plugin = {
  name: 'icon-imports',
  apply: 'build',
  // Runs before types are removed, because that step also merges and renames imports.
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.+\.tsx?$/, code: IMPORT },
    async handler(code) {
      const files = await (iconFiles ??= readIconFiles())
      const importOf = (specifier: string) => {
        const name = specifier.trim()
        // Undefined for a type, or for an icon that is renamed here.
        const file = files.get(name)
        return file
          ? `import ${name} from 'lucide-react/icons/${file}'`
          : `import { ${name} } from 'lucide-react'`
      }
      return {
        code: code.replace(IMPORT, (_, names: string) =>
          names
            .split(',')
            .filter((name) => name.trim())
            .map(importOf)
            .join('; '),
        ),
        map: null,
      }
    },
  },
}

let iconFiles: Promise<Map<string, string>> | undefined

/** The file of each icon's name: `KeyRound` is `key-round`. */
async function readIconFiles(): Promise<Map<string, string>> {
  const lines = (await readFile(ICONS, 'utf8')).matchAll(
    /^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm,
  )
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}
