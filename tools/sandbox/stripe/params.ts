// Parameter readers: declare what a call takes, and throw Stripe's errors.
import { invalidParam } from './errors.ts'
import type { Raw, RawObject } from './form-body.ts'

/** Reads one parameter; `at` is its full name, such as `items[0][price]`. */
export type Reader<T> = { read: (raw: Raw, at: string) => T; isRequired?: boolean }
type RequiredReader<T> = Reader<T> & { isRequired: true }
export type Read<R> = R extends Reader<infer T> ? T : never
type Fields = Record<string, Reader<unknown>>
export type ReadShape<F extends Fields> = {
  [K in keyof F]: F[K] extends { isRequired: true } ? Read<F[K]> : Read<F[K]> | undefined
}

const isObject = (raw: Raw): raw is RawObject =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

function refuseEmpty(raw: Raw, at: string): void {
  if (raw !== '' && raw !== null) return
  throw invalidParam(
    `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
    at,
    'parameter_invalid_empty',
  )
}

export const text: Reader<string> = {
  read(raw, at) {
    refuseEmpty(raw, at)
    if (typeof raw === 'object') throw invalidParam(`Invalid string: ${JSON.stringify(raw)}`, at)
    const value = String(raw)
    if (value.length > 5000) {
      throw invalidParam(
        `Invalid string: ${value.slice(0, 20)}...; must be at most 5000 characters`,
        at,
        'parameter_invalid_string_too_long',
      )
    }
    return value
  },
}

export const integer: Reader<number> = {
  read(raw, at) {
    refuseEmpty(raw, at)
    const value = typeof raw === 'string' && /^[+-]?\d{1,15}$/.test(raw) ? Number(raw) : raw
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) {
      throw invalidParam(`Invalid integer: ${JSON.stringify(raw)}`, at, 'parameter_invalid_integer')
    }
    return value
  },
}

export const decimal: Reader<number> = {
  read(raw, at) {
    refuseEmpty(raw, at)
    const value = typeof raw === 'string' && /^[+-]?\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw invalidParam(`Invalid decimal: ${JSON.stringify(raw)}`, at)
    }
    return value
  },
}

export const bool: Reader<boolean> = {
  read(raw, at) {
    refuseEmpty(raw, at)
    if (raw === true || raw === 'true') return true
    if (raw === false || raw === 'false') return false
    throw invalidParam(`Invalid boolean: ${JSON.stringify(raw)}`, at)
  },
}

export function oneOf<const T extends string>(...values: T[]): Reader<T> {
  return {
    read(raw, at) {
      refuseEmpty(raw, at)
      const found = values.find((value) => value === raw)
      if (found !== undefined) return found
      const last = values.at(-1) ?? ''
      const names = values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ${last}` : last
      throw invalidParam(`Invalid ${at}: must be ${names}`, at)
    },
  }
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return {
    read(raw, at) {
      refuseEmpty(raw, at)
      if (!isObject(raw) && !Array.isArray(raw)) throw invalidParam('Invalid array', at)
      return Object.entries(raw).map(([index, value]) => reader.read(value, `${at}[${index}]`))
    },
  }
}

/** An empty value unsets the parameter and reads as null. */
export function emptyable<T>(reader: Reader<T>): Reader<T | null> {
  return { read: (raw, at) => (raw === '' || raw === null ? null : reader.read(raw, at)) }
}

export function required<T>(reader: Reader<T>): RequiredReader<T> {
  return { read: reader.read, isRequired: true }
}

/** Up to 50 pairs; null removes a pair. */
export const metadata: Reader<Record<string, string | null> | null> = {
  read(raw, at) {
    if (raw === '' || raw === null) return null
    if (!isObject(raw)) throw invalidParam('Invalid hash', at)
    if (Object.keys(raw).length > 50) throw invalidParam('You can have up to 50 metadata keys', at)
    const pairs = Object.entries(raw).map(([name, value]): [string, string | null] => {
      if (typeof value === 'object' && value !== null) throw invalidParam('Invalid string', `${at}[${name}]`)
      const read = value === '' || value === null ? null : String(value)
      if (name.length > 40 || (read?.length ?? 0) > 500) {
        throw invalidParam(
          'Metadata keys take 40 characters and values 500',
          `${at}[${name}]`,
          'parameter_invalid_string_too_long',
        )
      }
      return [name, read]
    })
    return Object.fromEntries(pairs)
  },
}

/** Any value, stored unread. */
export const anything: Reader<Raw> = { read: (raw) => raw }

/** A time or a range of times. */
export const range: Reader<Partial<Record<'gt' | 'gte' | 'lt' | 'lte', number>>> = {
  read(raw, at) {
    if (!isObject(raw)) {
      const moment = integer.read(raw, at)
      return { gte: moment, lte: moment }
    }
    const read = shape({ gt: integer, gte: integer, lt: integer, lte: integer }).read(raw, at)
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
  },
}

/** An object of named parameters. Unknown ones and missing required ones throw. */
export function shape<F extends Fields>(fields: F): Reader<ReadShape<F>> {
  return {
    read(raw, at) {
      if (!isObject(raw)) throw invalidParam('Invalid object', at)
      const nameOf = (name: string) => (at === '' ? name : `${at}[${name}]`)
      for (const name of Object.keys(raw)) {
        if (Object.hasOwn(fields, name)) continue
        throw invalidParam(`Received unknown parameter: ${nameOf(name)}`, nameOf(name), 'parameter_unknown')
      }
      const pairs = Object.entries(fields).flatMap(([name, reader]): [string, unknown][] => {
        const value = raw[name]
        if (value !== undefined) return [[name, reader.read(value, nameOf(name))]]
        if (!reader.isRequired) return []
        throw invalidParam(`Missing required param: ${nameOf(name)}.`, nameOf(name), 'parameter_missing')
      })
      return Object.fromEntries(pairs) as ReadShape<F>
    },
  }
}

/** Merges metadata: null clears it, a null value removes its key. */
export function mergedMetadata(
  old: Record<string, string>,
  given: Record<string, string | null> | null | undefined,
): Record<string, string> {
  if (given === undefined) return old
  if (given === null) return {}
  const merged = { ...old, ...given }
  return Object.fromEntries(
    Object.entries(merged).filter((pair): pair is [string, string] => pair[1] !== null),
  )
}
