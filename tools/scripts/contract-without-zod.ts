// A build plugin: the page's calls get the contract as plain objects, so that zod is loaded only with the first form.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Schema = { def: { type: string } & Record<string, unknown> }
type Endpoint = { method: string; path: string; reply: Schema }
type Codecs = Record<string, { decode: unknown }>

/** Marks the original module, which has the schemas for forms. */
export const SCHEMAS = '?schemas'
const CONTRACT = /\/shared\/contracts\/[\w-]+\.ts$/
const CODECS = join(import.meta.dirname, '../../shared/codecs.ts')

export const contractWithoutZod: Plugin = {
  name: 'contract-without-zod',
  apply: 'build',
  load: {
    filter: { id: /\/shared\/contracts\/[\w-]+\.ts(\?schemas)?$/ },
    async handler(id) {
      const file = id.replace(SCHEMAS, '')
      return CONTRACT.test(id)
        ? { code: await plainModule(file), moduleType: 'js', moduleSideEffects: false }
        : { code: await readFile(file, 'utf8'), moduleType: 'ts', moduleSideEffects: false }
    },
  },
}

/**
 * The module with plain endpoints and constants. Schemas, and functions that return schemas, come from the
 * original module.
 */
export async function plainModule(file: string): Promise<string> {
  const [module, codecs] = await Promise.all([importFile(file), importFile(CODECS)])
  const write = schemaWriter(codecs as Codecs)
  const lines = Object.entries(module).map(([name, value]) => {
    if (isEndpoints(value)) return `export const ${name} = ${endpointsSource(value, write.sourceOf)}`
    if (typeof value === 'function' || isSchema(value))
      return `export { ${name} } from ${JSON.stringify(file + SCHEMAS)}`
    return `export const ${name} = ${JSON.stringify(value)}`
  })
  return [`import * as codecs from ${JSON.stringify(CODECS)}`, ...write.declarations(), ...lines].join('\n')
}

/**
 * Not a static import, because Vite bundles those into its settings, and a codec's functions are compared by
 * identity.
 */
const importFile = async (file: string) => (await import(pathToFileURL(file).href)) as Record<string, unknown>

function endpointsSource(endpoints: Record<string, Endpoint>, sourceOf: (schema: Schema) => string): string {
  const parts = Object.entries(endpoints).map(
    ([name, { method, path, reply }]) =>
      `${name}: { method: '${method}', path: '${path}', reply: ${sourceOf(reply)} }`,
  )
  return `{ ${parts.join(',\n')} }`
}

/** Writes schemas in the form of `ReplySchema` (web/lib/decode-reply.ts). Equal ones are declared once. */
function schemaWriter(codecs: Codecs) {
  const names = new Map<string, string>()
  function sourceOf({ def }: Schema): string {
    const source = `{ def: { type: '${def.type}'${partsOf(def)
      .map((part) => `, ${part}`)
      .join('')} } }`
    const name = names.get(source) ?? `schema${names.size}`
    names.set(source, name)
    return name
  }
  function partsOf(def: Schema['def']): string[] {
    const inner = (name: string) => `${name}: ${sourceOf(def[name] as Schema)}`
    const data = (name: string) => `${name}: ${JSON.stringify(def[name])}`
    switch (def.type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'unknown':
        return []
      case 'enum':
        return [data('entries')]
      case 'literal':
        return [data('values')]
      case 'array':
        return [inner('element')]
      case 'object': {
        const fields = Object.entries(def.shape as Record<string, Schema>)
        return [`shape: { ${fields.map(([name, schema]) => `${name}: ${sourceOf(schema)}`).join(', ')} }`]
      }
      case 'record':
        return [inner('valueType')]
      case 'nullable':
      case 'optional':
        return [inner('innerType')]
      case 'default':
        return [inner('innerType'), data('defaultValue')]
      case 'pipe': {
        const codec = Object.entries(codecs).find(([, { decode }]) => decode === def.transform)
        if (!codec) throw new Error('A reply has a codec that isn’t in shared/codecs.ts.')
        return [inner('in'), `transform: codecs.${codec[0]}.decode`]
      }
      default:
        throw new Error(`A reply has "${def.type}", which web/lib/decode-reply.ts can’t decode.`)
    }
  }
  return { sourceOf, declarations: () => [...names].map(([source, name]) => `const ${name} = ${source}`) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSchema = (value: unknown): value is Schema => isObject(value) && '_zod' in value
const isEndpoints = (value: unknown): value is Record<string, Endpoint> =>
  isObject(value) && Object.values(value).every((one) => isObject(one) && 'reply' in one)
