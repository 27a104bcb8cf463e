// Recognizes files that aren't text or tables by their first bytes, so that the message can say what to do instead.

const PICTURE = 'This is a picture, not a broker’s export.'
const PACKED = 'This is a compressed file. Unpack it and choose the CSV, XML or .xlsx file in it.'

/** Signatures as Latin-1 text, from https://en.wikipedia.org/wiki/List_of_file_signatures */
const MAGIC: { at?: number; beginnings: string[]; sentence: string }[] = [
  {
    beginnings: ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*'],
    sentence: PICTURE,
  },
  { at: 4, beginnings: ['ftypheic', 'ftypheix', 'ftypmif1', 'ftypavif'], sentence: PICTURE },
  { at: 8, beginnings: ['WEBPVP8'], sentence: PICTURE },
  {
    beginnings: ['%PDF-'],
    sentence: 'This is a PDF. Export the activity as CSV instead: statements on paper can’t be read.',
  },
  { beginnings: ['\x1f\x8b', 'BZh9', '7z\xbc\xaf', 'Rar!\x1a', '\xfd7zXZ'], sentence: PACKED },
  { beginnings: ['{\\rtf'], sentence: 'This is a formatted document, not a broker’s export.' },
]

/** Containers that must be opened to see what they hold: a zip archive, or the format of older Microsoft programs. */
export type Container = 'zip' | 'compound'

export function containerOf(head: Uint8Array): Container | null {
  const beginning = Buffer.from(head.subarray(0, 4)).toString('latin1')
  if (beginning === 'PK\x03\x04') return 'zip'
  return beginning === '\xd0\xcf\x11\xe0' ? 'compound' : null
}

/** The message for a file that isn't text, or null if its beginning doesn't show that. */
export function noTextSentence(head: Uint8Array): string | null {
  const beginning = Buffer.from(head.subarray(0, 2048)).toString('latin1')
  const found = MAGIC.find(({ at = 0, beginnings }) =>
    beginnings.some((one) => beginning.startsWith(one, at)),
  )
  return found?.sentence ?? null
}

const TEXTS: [beginning: RegExp, sentence: string][] = [
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'This is a web page, not a broker’s export.'],
  [/^\s*!Type:/i, 'This is a Quicken file. Choose CSV where the broker asks for a format.'],
  [/^\s*<[?!\w]/, 'This is XML, but not a Flex Query of Interactive Brokers or OFX.'],
  [/^\s*[{[]/, 'This is JSON. Choose CSV where the broker asks for a format.'],
]

/** The message for a text that isn't a table, or null if it may be one. */
export function otherTextSentence(head: string): string | null {
  return TEXTS.find(([pattern]) => pattern.test(head.slice(0, 2048)))?.[1] ?? null
}
