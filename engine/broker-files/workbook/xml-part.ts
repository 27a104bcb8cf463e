// Streams a part of a workbook element by element, without holding the document in memory.
import { SaxesParser } from 'saxes'
import { damaged } from './zip-parts.ts'

export type XmlHandlers = {
  /** Names without their prefixes. */
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** No cell has more than 32,767 characters, so a longer stretch without a tag isn't a workbook. */
const WITHOUT_TAG_MAX = 1024 * 1024
/** The deepest nesting allowed. A sheet has six levels. */
const DEPTH_MAX = 50

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Yields after each piece that was handled. Throws `UnreadableFileError` if the document isn't well-formed. Entities
 * defined in the document are never expanded.
 */
export async function* readXml(
  pieces: AsyncIterable<Uint8Array>,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void, void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let isBroken = false
  let withoutTag = 0
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MAX) isBroken = true
    open?.(bare(name), attributes)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(bare(name))
  })
  parser.on('error', () => {
    isBroken = true
  })
  const take = (piece: string) => {
    const last = piece.lastIndexOf('<')
    withoutTag = last < 0 ? withoutTag + piece.length : piece.length - last
    if (withoutTag > WITHOUT_TAG_MAX) isBroken = true
    else parser.write(piece)
    if (isBroken) throw damaged()
  }
  for await (const piece of pieces) {
    take(decoder.decode(piece, { stream: true }))
    yield
  }
  take(decoder.decode())
  parser.close()
  if (isBroken) throw damaged()
}
