// The bill of materials of a release, for scanners: the packages of the server and of the page, as CycloneDX.
import { execFileSync } from 'node:child_process'
import { productionPackages } from './production-packages.ts'

type Bom = {
  bomFormat: string
  metadata: { component: { name: string; 'bom-ref': string } }
  components: { 'bom-ref': string; hashes?: { alg: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** npm's own list, reduced to the packages that we ship. */
export function billOfMaterials(root: string): Bom {
  // Reads the lockfile, because npm refuses to read a tree without development packages. Includes development packages,
  // because `--omit=dev` also omits packages that one of them needs too, such as zod and pg.
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const printed = execFileSync('npm', ['sbom', ...options, '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  })
  const bom = JSON.parse(printed) as Bom
  const shipped = new Set(productionPackages(root).map(({ name, version }) => `${name}@${version}`))
  const own = bom.metadata.component
  // npm uses the directory's name.
  own.name = 'signalpost'
  bom.components = bom.components.filter((component) => shipped.has(component['bom-ref']))
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => shipped.has(ref) || ref === own['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => shipped.has(name)) }))
  return bom
}
