// The tables of docs/data-map.md without personal data.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const dataMap = readFileSync(join(import.meta.dirname, '../../docs/data-map.md'), 'utf8')
const [, listed = ''] = /^## Tables without people\n\n([^#]*)/m.exec(dataMap) ?? []
export const tablesWithoutPeople = [...listed.matchAll(/`(\w+)`/g)].map(([, table = '']) => table)
