// Compares the parameters of each call of Stripe's SDK with the SDK's types, so that a request that has drifted is noticed.
import type { Stripe } from 'stripe'
import { resolve, typeFile } from './sdk-declarations.ts'

/** Makes a client check each of its calls. `errors` has what doesn't fit, as sentences, and `checked` the calls. */
export function checkParams(stripe: Stripe): { errors: Set<string>; checked: Set<string> } {
  const [errors, checked] = [new Set<string>(), new Set<string>()]
  const wrapEach = (holder: object, path: string[]): void => {
    for (const [name, value] of Object.entries(holder)) {
      // Another name of `accounts`.
      if (name === 'account') continue
      const isResource = (value as object | null)?.constructor?.name?.endsWith('Resource') === true
      if (isResource) wrap(value as Resource, [...path, name])
      else if (NAMESPACES.has(name)) wrapEach(value as object, [...path, name])
    }
  }
  const wrap = (resource: Resource, path: string[]): void => {
    for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(resource))) {
      const call = resource[name]
      if (name === 'constructor' || name.startsWith('_') || typeof call !== 'function') continue
      resource[name] = (...given: unknown[]) => {
        checked.add([...path, name].join('.'))
        for (const error of paramErrors([...path, name].join('.'), given)) errors.add(error)
        return call.apply(resource, given) as unknown
      }
    }
  }
  wrapEach(stripe, [])
  return { errors, checked }
}

type Resource = Record<string, unknown>
/** The namespaces that we use. */
const NAMESPACES = new Set(['billingPortal', 'core', 'testHelpers', 'v2'])

/** What doesn't fit in a call such as `subscriptions.create`, as sentences. */
export function paramErrors(call: string, given: readonly unknown[]): string[] {
  const steps = call.split('.')
  const file = steps
    .slice(0, -1)
    .map((step) => step.charAt(0).toUpperCase() + step.slice(1))
    .join('/')
    // The SDK has `account` as a second name of `accounts`.
    .replace(/^Account$/, 'Accounts')
  const method = typeFile(file).methods.get(steps.at(-1) ?? '')
  if (!method) return [`${call} is not a call of the SDK`]
  const params = given[method.at]
  if (params === undefined) return []
  return errorsOf(params, method.type, { file, owner: '', at: call })
}

type Place = { file: string; owner: string; at: string }

/** The errors of a value; for a union, those of the member that fits best. */
function errorsOf(value: unknown, type: string, place: Place): string[] {
  const members = unionOf(type)
  // The SDK allows any string besides the values it knows. An unknown value is our mistake.
  const closed = members.length > 1 ? members.filter((member) => member !== 'OtherString') : members
  const tries = closed.map((member) => errorsOfOne(value, member, place))
  if (tries.some((errors) => errors.length === 0)) return []
  const deepest = tries.find((errors) => errors.some((error) => !error.startsWith(`${place.at} is `)))
  return deepest ?? [`${place.at} is ${JSON.stringify(value)}, which is not ${closed.join(' or ')}`]
}

function errorsOfOne(value: unknown, type: string, place: Place): string[] {
  const { file, owner, at } = place
  const wrong = [`${at} is ${JSON.stringify(value)}, which is not ${type}`]
  if (type === 'OtherString') return typeof value === 'string' ? [] : wrong
  if (type === 'string' || type === 'number' || type === 'boolean') return typeof value === type ? [] : wrong
  if (/^('.*'|-?\d+|true|false|null)$/.test(type))
    return JSON.stringify(value) === type.replaceAll("'", '"') ? [] : wrong
  const [, wrapper, inner = ''] = /^(Array|Emptyable)<(.*)>$/.exec(type) ?? []
  if (wrapper === 'Emptyable') return value === null || value === '' ? [] : errorsOf(value, inner, place)
  if (wrapper === 'Array')
    return Array.isArray(value)
      ? value.flatMap((one, index) => errorsOf(one, inner, { file, owner, at: `${at}[${index}]` }))
      : wrong
  const [, ofEach] = /^\{ \[\w+: string\]: (.*); \}$/.exec(type) ?? []
  const found = ofEach === undefined ? resolve(file, owner, type) : null
  if (found?.alias !== undefined)
    return errorsOf(value, found.alias, { file: found.file, owner: ownerOf(found.name), at })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong
  if (ofEach !== undefined) return ofProperties(value, () => ofEach, place)
  if (!found?.properties) return [`${at}: the type ${type} was not found in the SDK`]
  const { properties, name } = found
  const below = { file: found.file, owner: name, at }
  const missing = [...properties]
    .filter(([property, { isRequired }]) => isRequired && !property.startsWith('['))
    .filter(([property]) => (value as Record<string, unknown>)[property] === undefined)
    .map(([property]) => `${at}.${property} is missing`)
  const index = properties.get('[name: string]')
  return [...missing, ...ofProperties(value, (key) => (properties.get(key) ?? index)?.type, below)]
}

function ofProperties(value: object, typeOf: (key: string) => string | undefined, place: Place): string[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const at = `${place.at}.${key}`
    const type = typeOf(key)
    if (type === undefined) return [`${at} is not known to the SDK`]
    return part === undefined ? [] : errorsOf(part, type, { ...place, at })
  })
}

const ownerOf = (name: string): string => name.split('.').slice(0, -1).join('.')

/** The members of a union, at the top level only. */
function unionOf(type: string): string[] {
  const members: string[] = ['']
  let depth = 0
  for (const part of type.split(/([<>{}|])/)) {
    if (part === '|' && depth === 0) members.push('')
    else members[members.length - 1] += part
    if (part === '<' || part === '{') depth += 1
    if (part === '>' || part === '}') depth -= 1
  }
  return members.map((member) => member.trim())
}
