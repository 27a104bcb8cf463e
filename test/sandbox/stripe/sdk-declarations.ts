// Reads interfaces, type aliases and methods from the type files of Stripe's SDK.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const RESOURCES = join(import.meta.dirname, '../../../node_modules/stripe/esm/resources')
/** The file of the types that several resources use, such as `MetadataParam`. */
const SHARED = '../shared'

export type Property = { isRequired: boolean; type: string }
export type Properties = Map<string, Property>
/** Where a method takes its parameters, and their type. */
type Method = { at: number; type: string }
/** The declarations of a file by full name, such as `Invoice.StatusTransitions`. */
type TypeFile = {
  interfaces: Map<string, Properties>
  aliases: Map<string, string>
  methods: Map<string, Method>
}

const files = new Map<string, TypeFile>()

export function typeFile(file: string): TypeFile {
  const known = files.get(file)
  if (known) return known
  const read = readTypes(readFileSync(join(RESOURCES, `${file}.d.ts`), 'utf8'), file)
  files.set(file, read)
  return read
}

function readTypes(text: string, file: string): TypeFile {
  const found: TypeFile = { interfaces: new Map(), aliases: new Map(), methods: new Map() }
  const path: { name: string; kind: string }[] = []
  const nameOf = (name?: string) =>
    [...path.map((step) => step.name), ...(name === undefined ? [] : [name])].join('.')
  let unfinished = ''
  const lines = text.replaceAll(/\/\*\*.*?\*\//gs, '').split('\n')
  for (const line of lines.map((one) => one.trim())) {
    const opened =
      /^(?:export )?(?:declare )?(namespace|interface|class) (\w+)(?: extends (\w+))?[^{]*\{$/.exec(line)
    const kind = path.at(-1)?.kind
    if (opened) {
      const [, opening = '', name = '', parent] = opened
      path.push({ name, kind: opening })
      if (opening !== 'interface') continue
      const inherited = parent === 'PaginationParams' && file !== SHARED ? sharedOf(parent) : []
      found.interfaces.set(nameOf(), new Map([...inherited, ...(found.interfaces.get(nameOf()) ?? [])]))
    } else if (line === '}') {
      path.pop()
    } else if (kind === 'interface') {
      unfinished = `${unfinished} ${line}`.trim()
      if (!line.endsWith(';') || unfinished.split('{').length !== unfinished.split('}').length) continue
      const [, name = '', mark, type = ''] = /^(\w+|\[\w+: string\])(\??): (.*);$/.exec(unfinished) ?? []
      if (name) found.interfaces.get(nameOf())?.set(name, { isRequired: mark === '', type })
      unfinished = ''
    } else if (kind === 'class') {
      const [, name = '', args = ''] = /^(\w+)\((.*)\): .*;$/.exec(line) ?? []
      const at = args.split(', ').findIndex((one) => /^params\??:/.test(one))
      if (at !== -1) found.methods.set(name, { at, type: args.split(', ')[at]?.replace(/^.*?: /, '') ?? '' })
    } else {
      const [, name, type] = /^(?:export )?(?:declare )?type (\w+) = (.*);$/.exec(line) ?? []
      if (name !== undefined && type !== undefined) found.aliases.set(nameOf(name), type)
    }
  }
  return found
}

const sharedOf = (name: string): Properties => typeFile(SHARED).interfaces.get(name) ?? new Map()

export type Found = { file: string; name: string; properties?: Properties; alias?: string }

/** Finds what a name means inside of `owner`, in this file or in the shared one. Null if it is in another file. */
export function resolve(file: string, owner: string, name: string): Found | null {
  const steps = owner.split('.')
  for (const at of [file, SHARED])
    for (let depth = steps.length; depth >= 0; depth -= 1) {
      const full = [...steps.slice(0, depth), name].join('.')
      const properties = typeFile(at).interfaces.get(full)
      const alias = typeFile(at).aliases.get(full)
      if (properties) return { file: at, name: full, properties }
      if (alias !== undefined) return { file: at, name: full, alias }
    }
  return null
}
