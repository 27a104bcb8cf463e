// Reads sample exports, and formats activities on one line.
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackActivity } from '#engine/broker-files/packed-activity.ts'
import { type ExportOptions, type ExportRead, readExport } from '#engine/broker-files/read-export.ts'
import type { Activity, Position } from '#engine/portfolio/activity.ts'

export const TODAY = '2026-06-30'

const pathOf = (name: string) => join(import.meta.dirname, 'exports', name)
export const bytesOf = (name: string) => readFileSync(pathOf(name))
export const textOf = (name: string) => readFileSync(pathOf(name), 'utf8').replace(/^\ufeff/, '')

type Options = Partial<ExportOptions>
type Read = Omit<ExportRead, 'activities'> & { activities: Activity[] }

/** Reads an export of the folder like the server would, in the chunks of a file stream. */
export const readFile = (name: string, options: Options = {}): Promise<Read> =>
  read(createReadStream(pathOf(name)), options)

/** Reads bytes or text, in chunks of this size. */
export const readBytes = (
  content: Uint8Array | string,
  options: Options = {},
  pieceBytes = 1000,
): Promise<Read> => read(pieces(Buffer.from(content as string), pieceBytes), options)

async function read(stream: AsyncIterable<Uint8Array>, options: Options): Promise<Read> {
  const found = await readExport(stream, { today: TODAY, ...options })
  return { ...found, activities: found.activities.map(unpackActivity) }
}

async function* pieces(content: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

/** `2024-01-15 buy AAPL 100 @ 170.5, -17051 USD (fee 1)`, without empty parts; `sell short` for a short sale. */
export function describeActivity(activity: Activity): string {
  const { type, day, symbol, quantity, price, cash, fee, ratio, currency, isShort } = activity
  const shares = quantity.isZero() ? '' : ` ${quantity.toString()}`
  const each = price ? ` @ ${price.toString()}` : ''
  const times = ratio ? ` ×${ratio.toString()}` : ''
  const costs = fee.isZero() ? '' : ` (fee ${fee.toString()})`
  return `${day} ${type}${isShort ? ' short' : ''}${symbol ? ` ${symbol}` : ''}${shares}${each}${times}, ${cash.toString()} ${currency}${costs}`
}

/** `10 AAPL at 150.5, cost 100 USD` */
export function describePosition({ symbol, quantity, price, averageCost, currency }: Position): string {
  return `${quantity.toString()} ${symbol} at ${price?.toString() ?? '?'}, cost ${averageCost?.toString() ?? '?'} ${currency}`
}

/** The result of reading a whole file. `says`: broker, currency and number of rows, such as "Revolut, USD, 10 rows". */
export async function describedExport(file: string) {
  const { issues, broker, currency, rows, accountLabel, skipped, activities } = await readFile(file)
  const says = `${broker}, ${currency}, ${rows} rows`
  return { issues, says, accountLabel, skipped, activities: activities.map(describeActivity) }
}
