// Builds the web page into dist/ if its sources have changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { root, runNode } from './runtime.mjs'

const SOURCES = [
  'web',
  'shared',
  'public',
  'index.html',
  'vite.config.ts',
  'tools/scripts/contract-without-zod.ts',
  'tools/scripts/icon-imports.ts',
  'tools/scripts/production-packages.ts',
  'tools/scripts/third-party-notices.ts',
  'tsconfig.json',
  'package-lock.json',
]
const stamp = join(root, 'dist/.built-from')

/** Builds if needed. Resolves to the build's exit code, 0 if there was nothing to do. */
export async function ensureBuilt() {
  return isFresh(fingerprint()) ? 0 : withLock('build', build)
}

const isFresh = (sources) => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources

async function build() {
  const sources = fingerprint()
  // Another process may have built it during the wait.
  if (isFresh(sources)) return 0
  console.log('Building the page …')
  // Removed first, so that a partial build never counts as complete.
  rmSync(stamp, { force: true })
  const code = await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code === 0) {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stamp, sources)
  }
  return code
}

/** A hash of all source files' names and contents. Modification times would change with each copy of the tree. */
function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) add(`${path}/${name}`)
    } else {
      const content = readFileSync(full)
      hash.update(`${path}\n${content.length}\n`).update(content)
    }
  }
  SOURCES.forEach(add)
  return hash.digest('hex')
}
