// Decodes a reply as the contract describes it. zod would add 18 kB of compressed code to the first screen.
import type { z } from 'zod'

/**
 * The part of a zod schema that decoding reads. In the built page, the schemas of replies are plain objects
 * of this form (tools/scripts/contract-without-zod.ts).
 */
type ReplySchema = { def: Definition }
type Definition =
  | { type: 'string' | 'number' | 'boolean' | 'unknown' }
  | { type: 'enum'; entries: Readonly<Record<string, string | number>> }
  | { type: 'literal'; values: readonly unknown[] }
  | { type: 'array'; element: ReplySchema }
  | { type: 'object'; shape: Readonly<Record<string, ReplySchema>> }
  | { type: 'record'; valueType: ReplySchema }
  | { type: 'nullable' | 'optional'; innerType: ReplySchema }
  | { type: 'default'; innerType: ReplySchema; defaultValue: unknown }
  | { type: 'pipe'; in: ReplySchema; transform: (value: never) => unknown }

/**
 * Checks the structure and the types of a reply, drops unknown fields and decodes the codecs. It leaves
 * formats and limits to the server. Throws if the reply isn't as described.
 */
export const decodeReply = (schema: z.ZodType, json: unknown): unknown =>
  decode(schema as unknown as ReplySchema, json, 'reply')

function decode({ def }: ReplySchema, value: unknown, path: string): unknown {
  switch (def.type) {
    case 'unknown':
      return value
    case 'enum':
      if (Object.values(def.entries).includes(value as string)) return value
      break
    case 'literal':
      if (def.values.includes(value)) return value
      break
    case 'array':
      if (Array.isArray(value)) return value.map((item) => decode(def.element, item, `${path}[]`))
      break
    case 'object':
      if (isRecord(value)) return decodeFields(def.shape, value, path)
      break
    case 'record':
      if (isRecord(value))
        return Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, decode(def.valueType, item, `${path}.${key}`)]),
        )
      break
    case 'nullable':
      return value === null ? null : decode(def.innerType, value, path)
    case 'optional':
      return value === undefined ? undefined : decode(def.innerType, value, path)
    case 'default':
      return value === undefined ? def.defaultValue : decode(def.innerType, value, path)
    case 'pipe':
      return def.transform(decode(def.in, value, path) as never)
    case 'string':
    case 'number':
    case 'boolean':
      if (typeof value === def.type) return value
      break
    default:
  }
  throw new TypeError(`The server sent an unexpected value: ${path}`)
}

function decodeFields(
  shape: Readonly<Record<string, ReplySchema>>,
  value: Record<string, unknown>,
  path: string,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const field = decode(schema, value[name], `${path}.${name}`)
    if (field !== undefined || name in value) fields[name] = field
  }
  return fields
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
