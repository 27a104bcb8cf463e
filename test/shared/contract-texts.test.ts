// Texts that a call may send to the database refuse NUL, which PostgreSQL can't store: the response would be a 500.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** Decoded, hashed, compared with a list, or matched against a pattern before any query. */
const CHECKED_ELSEWHERE =
  /(^|\.)(token|invitation|cursor|after|before|clientDataJSON|authenticatorData|signature|attestationObject|transports|username|contentType|profileImageURL|tickers?|ids|horizon|only|symbol|state)$|^POST \/api\/mutes \.value$/

/** The strings in a schema, by their path. */
function stringsIn(schema: unknown, path: string): [path: string, schema: z.ZodType][] {
  if (schema instanceof z.ZodString) return [[path, schema]]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => stringsIn(field, `${path}.${name}`))
  if (schema instanceof z.ZodArray) return stringsIn(schema.element, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => stringsIn(option, path))
  if (schema instanceof z.ZodPipe) return stringsIn(schema.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return stringsIn(schema.unwrap(), path)
  return []
}

const endpoints = Object.values(contract).flatMap((feature): Endpoint[] => Object.values(feature))
const texts = endpoints.flatMap(({ method, path, params, query, body }) =>
  [params, query, body].flatMap((part) => stringsIn(part, `${method} ${path} `)),
)

test('every text of every call refuses NUL, or is checked before any query', () => {
  expect(texts.length).toBeGreaterThan(100)
  const accepted = texts.filter(([, schema]) =>
    ['a\0b', `a\0${'b'.repeat(20)}`].some((text) => schema.safeParse(text).success),
  )
  expect(accepted.map(([path]) => path).filter((path) => !CHECKED_ELSEWHERE.test(path))).toEqual([])
})
