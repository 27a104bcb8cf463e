// The licenses of everything we ship, as the licenses require.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionPackages } from './production-packages.ts'

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i

/**
 * One text. Packages with the same license text are listed above it, without their versions, which would tell strangers
 * where to attack; the bill of materials has them.
 */
export function thirdPartyNotices(root: string): string {
  const packagesOf = new Map<string, Set<string>>()
  for (const { path, name, license } of productionPackages(root)) {
    const files = readdirSync(join(root, path), { withFileTypes: true })
      .filter((file) => file.isFile() && LICENSE_FILE.test(file.name))
      .map((file) => readFileSync(join(root, path, file.name), 'utf8').trim())
    const text = files.join('\n\n') || `The package has no license file. It declares: ${license}`
    packagesOf.set(text, (packagesOf.get(text) ?? new Set()).add(`${name} (${license})`))
  }
  const parts = [...packagesOf].map(([text, packages]) => `${[...packages].join('\n')}\n\n${text}\n`)
  return `Signalpost contains the software below. Each part is under the license in the parentheses.\n\n${parts.join(
    `\n${'-'.repeat(80)}\n\n`,
  )}`
}
