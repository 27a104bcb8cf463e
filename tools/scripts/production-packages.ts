// Lists the installed packages that the product ships, and those that the server needs at run time.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Locked = {
  version: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Package = {
  /** From the project's root, such as `node_modules/zod`. */
  path: string
  name: string
  version: string
  license: string
}

/** The installed packages that aren't only for development. */
export function productionPackages(root: string): Package[] {
  return Object.entries(lockedIn(root))
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .filter(([path]) => existsSync(join(root, path, 'package.json')))
    .map(([path, { version, license = 'none' }]) => ({ path, name: nameOf(path), version, license }))
}

/**
 * The paths of the packages that source texts name in quotation marks, and of all their dependencies. A package name in
 * a text that isn't an import only makes the list longer.
 */
export function packagesUsedBy(root: string, texts: string[]): string[] {
  const locked = lockedIn(root)
  const named = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/['"`]((?:@[\w.-]+\/)?[\w.-]+)[/'"`]/g)].map(([, name]) => name),
    ),
  )
  const found = new Set<string>()
  const add = (from: string, name: string) => {
    const path = resolve(from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const next of needsOf(locked[path])) add(path, next)
  }
  /** Node looks in the package's own node_modules first, then in those of its parent directories. */
  const resolve = (from: string, name: string): string | undefined => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (locked[path] && existsSync(join(root, path))) return path
    return from === ''
      ? undefined
      : resolve(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
  }
  for (const name of Object.keys(locked['']?.dependencies ?? {})) if (named.has(name)) add('', name)
  return [...found].toSorted()
}

function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: Partial<Locked> = {}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function lockedIn(root: string): Record<string, Locked> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return lock.packages
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
