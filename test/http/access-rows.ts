// Reads the rows of the tables of access control.
import { NAMES } from './access-people.ts'

export type Row = {
  name: string
  method: string
  path: string
  about: string
  access: Record<string, string>
}

export const ROW = /^((?:(?:\d{3}|[a-z]+) +){9})((GET|POST|PUT|DELETE) (\S+)(?: \((.+)\))?)$/
export const rowsOf = (table: string): Row[] =>
  table.split('\n').flatMap((line) => {
    const [, cells = '', name = '', method = '', path = '', about = ''] = ROW.exec(line) ?? []
    const words = cells.split(/ +/)
    const access = Object.fromEntries(NAMES.map((who, index) => [who, words[index] ?? '']))
    return name === '' ? [] : [{ name, method, path, about, access }]
  })

/** The calls with rows in the table, as the contract names them. */
export const callsIn = (table: string) =>
  new Set(rowsOf(table).map(({ method, path }) => `${method} ${path.split('?')[0]}`))

/** The tables are tested in three parts, side by side. */
export type Part = 'reads' | 'money' | 'writes'
const MONEY = /^\/api\/(admin|billing|creator|refund-requests|stripe|subscribe|subscriptions)/
export const partOf = ({ method, path }: Row): Part =>
  method === 'GET' ? 'reads' : MONEY.test(path) ? 'money' : 'writes'
