// The project's source files with their imports, for the architecture tests.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type SourceFile = {
  /** The path from the project's root, with forward slashes. */
  path: string
  text: string
  /** The text without comment-only lines. */
  code: string
  /** Paths from the root for our own files, names for packages (`@scope/name`, `node:fs`). */
  imports: { to: string; isType: boolean; isLazy: boolean }[]
}

const root = join(import.meta.dirname, '..')
const FOLDERS = ['shared', 'engine', 'server', 'web', 'tools', 'test']

/** All TypeScript, module and style files, except generated ones. */
export function sourceFiles(): SourceFile[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|css)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => path !== 'server/db/tables.ts')
    .map(readSource)
}

/**
 * The files that import themselves through others, and the files between two such cycles. Lazy imports don't count. Removes
 * files that import no other file, or that no other file imports, until none is left to remove.
 */
export function importCircles(files: SourceFile[]): SourceFile[] {
  const paths = new Set(files.map(({ path }) => path))
  const arrows = files.flatMap(({ path, imports }) =>
    imports.filter(({ to, isLazy }) => !isLazy && paths.has(to)).map(({ to }) => ({ path, to })),
  )
  const importers = new Set(arrows.map(({ path }) => path))
  const imported = new Set(arrows.map(({ to }) => to))
  const left = files.filter(({ path }) => importers.has(path) && imported.has(path))
  return left.length < files.length ? importCircles(left) : left
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const code = text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
  // `import type { A } from 'x'`, `import { a } from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`.
  const found = code.matchAll(
    /(?:^(import type|import|export)\b[^'"`]*?from\s*|^(import)\s*|\bimport\(\s*)'([^']+)'/gm,
  )
  const imports = [...found].map(([whole, keyword, , to = '']) => ({
    to: resolved(path, to),
    isType: keyword === 'import type',
    isLazy: whole.startsWith('import('),
  }))
  return { path, text, code, imports }
}

function resolved(from: string, to: string): string {
  if (to.startsWith('#')) return to.slice(1)
  if (to.startsWith('.')) return join(dirname(from), to).replaceAll('\\', '/')
  // A package's name, without the file in it.
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/')
}
