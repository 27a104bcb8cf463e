// Creates a directory and an archive in release/ that run on a machine without Node, npm or a network.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.ts'
import { packagesUsedBy } from './production-packages.ts'

/**
 * The files that run in production, in addition to packages. Excludes the sandboxes, the demo people and the page's
 * sources.
 */
const PARTS = [
  'server',
  'engine',
  'shared',
  'dist',
  'tools/ops',
  'tools/scripts/{serve,run,runtime,find-node,lock}.mjs',
  'tools/scripts/{admin*,doctor}.ts',
  'tools/scripts/doctor',
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
]

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const name = `signalpost-${version}`
const folder = join(root, 'release')
const target = join(folder, name)
const copy = (path: string, to = path) => cpSync(join(root, path), join(target, to), { recursive: true })

rmSync(folder, { recursive: true, force: true })
for (const path of globSync(PARTS, { cwd: root })) copy(path)
const sources = globSync('{server,engine,shared,tools}/**/*.{ts,mjs}', { cwd: target })
const packages = packagesUsedBy(
  root,
  sources.map((path) => readFileSync(join(target, path), 'utf8')),
)
for (const path of packages) copy(path)
// npm's list of installed packages, with which tools/scripts/run.mjs checks that nothing is missing.
copy('node_modules/.package-lock.json')
cpSync(process.execPath, join(target, 'bin/node'))
writeFileSync(join(target, 'bom.cdx.json'), JSON.stringify(billOfMaterials(root), null, 2))
execFileSync('tar', ['-czf', `${name}.tar.gz`, '--owner=0', '--group=0', '--numeric-owner', name], {
  cwd: folder,
})
console.log(
  `release/${name}.tar.gz: version ${version} for ${process.platform}-${process.arch}, ${packages.length} packages`,
)
