// Every native binary that npm installs loads on a minimal Debian 12: no library is missing or too old.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Binary, binaryAt, installedBinaries, libraryPaths } from './installed-binaries.ts'

type Versions = Record<string, string>

/**
 * The libraries that every Debian 12 has (`debootstrap --variant=minbase`: libc6 2.36, libgcc-s1 12.2, libstdc++6 12.2),
 * with the newest version of their symbols. All libraries of glibc share its version.
 */
const DEBIAN_12: Record<string, Versions> = {
  'ld-linux-aarch64.so.1': { GLIBC: '2.36' },
  'ld-linux-x86-64.so.2': { GLIBC: '2.36' },
  'libc.so.6': { GLIBC: '2.36' },
  'libdl.so.2': { GLIBC: '2.36' },
  'libgcc_s.so.1': { GCC: '12.0.0' },
  'libm.so.6': { GLIBC: '2.36' },
  'libpthread.so.0': { GLIBC: '2.36' },
  'libresolv.so.2': { GLIBC: '2.36' },
  'librt.so.1': { GLIBC: '2.36' },
  'libstdc++.so.6': { GLIBCXX: '3.4.30', CXXABI: '1.3.13' },
}

const root = join(import.meta.dirname, '../..')
const LINUX = process.platform === 'linux'

/** What this binary needs and neither its package nor the machine provides, as sentences. */
function missing(binary: Binary, beside: Binary[], machine = DEBIAN_12): string[] {
  const { path, interpreter, needed, versions } = binary
  const paths = searchPaths(binary)
  const shipped = new Set(
    beside
      .filter((one) => paths.includes(dirname(one.path)))
      .flatMap((one) => [basename(one.path), one.soname]),
  )
  const libraries = [...(interpreter === undefined ? [] : [basename(interpreter)]), ...needed]
  return [
    ...libraries.filter((name) => !shipped.has(name) && !machine[name]),
    ...versions
      .filter(({ library }) => !shipped.has(library) && machine[library])
      .filter(({ library, version }) => isNewer(version, machine[library] ?? {}))
      .map(({ library, version }) => `${library} with ${version}`),
  ].map((what) => `${path} needs ${what}`)
}

/** @sparticuz/chromium adds the folder of its Amazon Linux 2023 libraries to LD_LIBRARY_PATH. */
function searchPaths(binary: Binary): string[] {
  const [, archives] = /^(.*@sparticuz\/chromium\/bin)\//.exec(binary.path) ?? []
  return [...libraryPaths(binary), ...(archives === undefined ? [] : [`${archives}/al2023.tar.br/lib`])]
}

/** A version of an unknown kind counts as newer. */
function isNewer(version: string, versions: Versions): boolean {
  const [, kind = '', number = ''] = /^(\w+)_([\d.]+)$/.exec(version) ?? []
  return versions[kind] === undefined || byNumber.compare(number, versions[kind]) > 0
}
const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * The key store of NSS, which needs SQLite. Nothing links to it: NSS loads it by name, only for pages over https. The
 * journeys use http and run without it.
 */
const isKeyStore = ({ path }: Binary) => path.endsWith('/al2023.tar.br/lib/libsoftokn3.so')

/**
 * Two parts of the embedded Postgres are never loaded: its build tools for extensions (PGXS), and the modules of
 * extensions that no migration creates. `plpgsql` is in every database.
 */
function isLoaded(binary: Binary): boolean {
  const { path } = binary
  const [, postgres, module] = /^(.*)\/lib\/postgresql\/(.*)\.so$/.exec(path) ?? []
  if (path.includes('/pgxs/') || isKeyStore(binary)) return false
  if (postgres === undefined || module === undefined) return true
  const created = ['plpgsql', ...createdExtensions()]
  const owners = extensionsOf(join(root, postgres, 'share/postgresql/extension'), module)
  return owners.length === 0 || owners.some((owner) => created.includes(owner))
}

/** The extensions whose control file names this module. */
function extensionsOf(folder: string, module: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.control'))
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes(`'$libdir/${module}'`))
    .map((name) => name.replace('.control', ''))
}

function createdExtensions(): string[] {
  const folder = join(root, 'server/db/migrations')
  return readdirSync(folder)
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/create extension.*?(\w+);/gi)])
    .map(([, name = '']) => name)
}

describe.runIf(LINUX)('The binaries that npm installs', () => {
  let all: Binary[]
  beforeAll(() => void (all = installedBinaries()))

  test('are found: Node, the embedded Postgres, and the browser inside its archive', () => {
    const names = all.map(({ path }) => path)
    const parts = [`node-linux-${process.arch}/bin/node`, 'native/bin/postgres']
    // The browser exists only for this processor.
    if (process.arch === 'x64') parts.push('bin/chromium.br', 'al2023.tar.br/lib/libnss3.so')
    for (const part of parts) expect(names.some((name) => name.endsWith(part))).toBe(true)
  })

  test('need nothing that a minimal Debian 12 lacks', () => {
    expect(all.filter(isLoaded).flatMap((binary) => missing(binary, all))).toEqual([])
  })
})

describe.runIf(LINUX)('The report', () => {
  const node = binaryAt(process.execPath)

  test('names a missing library', () => {
    const { 'libm.so.6': _, ...without } = DEBIAN_12
    expect(node && missing(node, [], without)).toContain(`${node?.path} needs libm.so.6`)
  })

  test('names a library that is too old, with the version that is needed', () => {
    const old = { ...DEBIAN_12, 'libm.so.6': { GLIBC: '2.2.1' } }
    expect(node && missing(node, [], old)).toContain(`${node?.path} needs libm.so.6 with GLIBC_2.2.5`)
  })
})
