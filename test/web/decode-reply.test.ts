// The page decodes replies without zod, and the build writes the contract as plain objects; both give what zod gives.
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Signal } from '#shared/contracts/signals.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { scratchRoot } from '#test/scratch.ts'
import { plainModule } from '../../tools/scripts/contract-without-zod.ts'
import { decodeReply } from '#web/lib/decode-reply.ts'

const contracts = join(import.meta.dirname, '../../shared/contracts')
const files = readdirSync(contracts)

type Sampled = { def: Record<string, unknown> & { type: string } }
/** One of these is valid wherever the contract has a text, or a number. */
const TEXTS = [
  '12.5',
  'USD',
  '0190c1f2-7a4e-7cc1-8f37-3d2b6a7d9e10',
  '2026-11-22',
  '2026-11-22T10:20:30.400Z',
  'https://example.com/',
  'Europe/Berlin',
]
const NUMBERS = [3, 1000]

/** A reply of this schema as JSON: with everything that may be there, or with as little as possible. */
function sampleOf(schema: unknown, isFull: boolean): unknown {
  const { def } = schema as Sampled
  const inner = (name: string) => sampleOf(def[name], isFull)
  switch (def.type) {
    case 'string':
      return TEXTS.find((text) => z.safeParse(schema as z.ZodType, text).success)
    case 'number':
      return NUMBERS.find((number) => z.safeParse(schema as z.ZodType, number).success)
    case 'boolean':
      return isFull
    case 'enum':
      return Object.values(def.entries as object)[0]
    case 'literal':
      return (def.values as unknown[])[0]
    case 'array':
      return isFull ? [inner('element')] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as object).map(([name, part]) => [name, sampleOf(part, isFull)]),
      )
    case 'record':
      return Object.fromEntries(keysOf(def.keyType as Sampled).map((key) => [key, inner('valueType')]))
    case 'nullable':
      return isFull ? inner('innerType') : null
    case 'optional':
    case 'default':
      return isFull ? inner('innerType') : undefined
    case 'pipe':
      return isFull && (def.out as Sampled).def.type === 'array' ? '["NVDA","BRK.B"]' : inner('in')
    default:
      throw new Error(`No sample of ${def.type}`)
  }
}

/** All keys of an enum, because a record of one has them all. */
const keysOf = ({ def }: Sampled): string[] =>
  def.entries ? Object.values(def.entries).map(String) : ['key']

const endpointsOf = (module: object): [string, Endpoint][] =>
  Object.values(module).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null && !('_zod' in value)
      ? Object.entries(value as Record<string, Endpoint>).filter(([, one]) => typeof one?.path === 'string')
      : [],
  )

test.each(files)(
  'replies of %s are decoded as zod decodes them, also by the built contract',
  async (file) => {
    const scratch = await mkdtemp(join(await scratchRoot(), 'signalpost-contract-'))
    const built = join(scratch, 'contract.mts')
    await writeFile(built, await plainModule(join(contracts, file)))
    const written = (await import(pathToFileURL(join(contracts, file)).href)) as object
    const plain = (await import(pathToFileURL(built).href)) as object
    await rm(scratch, { recursive: true })
    expect(Object.keys(plain)).toEqual(Object.keys(written))
    const plainEndpoints = new Map(endpointsOf(plain))
    for (const [name, { method, path, reply }] of endpointsOf(written)) {
      const inPage = plainEndpoints.get(name)
      expect(inPage).toMatchObject({ method, path })
      for (const isFull of [true, false]) {
        const json: unknown = JSON.parse(JSON.stringify(sampleOf(reply, isFull)))
        expect(decodeReply(reply, json)).toEqual(z.parse(reply, json))
        expect(inPage && decodeReply(inPage.reply, json)).toEqual(z.parse(reply, json))
      }
    }
  },
)

test('unknown fields are dropped, and a reply of another shape is refused', () => {
  const json = sampleOf(Signal, true) as Record<string, unknown>
  expect(decodeReply(Signal, { ...json, secret: 1 })).not.toHaveProperty('secret')
  for (const wrong of [
    null,
    [],
    { ...json, isLocked: 'no' },
    { ...json, signalType: 'hold' },
    { ...json, author: undefined },
  ])
    expect(() => decodeReply(Signal, wrong)).toThrow('unexpected value')
})
