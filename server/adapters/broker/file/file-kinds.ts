// What a file is that is no text or no table, told by its first bytes, so that the refusal can say what to do instead.

const PICTURE = 'This is a picture, not a broker’s export.'
const PACKED = 'This is a compressed file. Unpack it and choose the CSV, XML or .xlsx file in it.'

/** Beginnings as Latin-1 text, from https://en.wikipedia.org/wiki/List_of_file_signatures */
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

/** What has to be opened before anybody can say what it is: a zip archive, or a container of older programs. */
export type Container = 'zip' | 'compound'

export function containerOf(head: Uint8Array): Container | null {
  const beginning = Buffer.from(head.subarray(0, 4)).toString('latin1')
  if (beginning === 'PK\x03\x04') return 'zip'
  return beginning === '\xd0\xcf\x11\xe0' ? 'compound' : null
}

/** The sentence for a file that is no text, or null where the beginning doesn't tell. */
export function noTextSentence(head: Uint8Array): string | null {
  const beginning = Buffer.from(head.subarray(0, 2048)).toString('latin1')
  const found = MAGIC.find(({ at = 0, beginnings }) =>
    beginnings.some((one) => beginning.startsWith(one, at)),
  )
  return found?.sentence ?? null
}

const TEXTS: [beginning: RegExp, sentence: string][] = [
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'This is a web page, not a broker’s export.'],
  [
    /^\s*(OFXHEADER|<\?OFX|<OFX>)|<OFX>/i,
    'This is an OFX file (Quicken or Money). Choose CSV where the broker asks for a format.',
  ],
  [/^\s*!Type:/i, 'This is a Quicken file. Choose CSV where the broker asks for a format.'],
  [/^\s*<[?!\w]/, 'This is XML, but not a Flex Query of Interactive Brokers.'],
  [/^\s*[{[]/, 'This is JSON. Choose CSV where the broker asks for a format.'],
]

/** The sentence for a text that is no table, or null where it may be one. */
export function otherTextSentence(head: string): string | null {
  return TEXTS.find(([pattern]) => pattern.test(head.slice(0, 2048)))?.[1] ?? null
}
