// The directives of our systemd units.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the project as text. */
export const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

/** A unit's directives as [section, name, value]. Throws on any other line. */
export function directivesOf(path: string): [string, string, string][] {
  let section = ''
  return read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line): [string, string, string][] => {
      const [, header] = /^\[(\w+)\]$/.exec(line) ?? []
      if (header !== undefined) section = header
      const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      if (header === undefined && name === undefined) throw new Error(`${path}: ${line}`)
      return name === undefined ? [] : [[section, name, value]]
    })
}
export const COPY = 'tools/ops/systemd/signalpost@.service'
export const BACKUP = 'tools/ops/systemd/signalpost-backup.service'
export const valuesOf = (name: string, unit = COPY) =>
  directivesOf(unit).flatMap(([, key, value]) => (key === name ? [value] : []))
