// A byte stream that can be read again from the beginning if only a little of it has been read.
import { containerOf } from './file-kinds.ts'

export type ReplayableBytes = {
  first: () => AsyncGenerator<Uint8Array, void>
  /** The whole stream from the beginning. Throws if more than `HELD_BYTES` of a text were read through `first`. */
  again: () => AsyncGenerator<Uint8Array, void>
}

/** More than enough to recognize a text's broker, in any encoding. */
const HELD_BYTES = 2 * 1024 * 1024

/** Reads the stream once. The caller closes it. */
export function replayableBytes(stream: AsyncIterable<Uint8Array>): ReplayableBytes {
  const source = stream[Symbol.asyncIterator]()
  let held: Uint8Array[] | null = []
  let bytes = 0

  async function* rest(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const next = await source.next()
      if (next.done) return
      yield next.value
    }
  }

  return {
    async *first() {
      for await (const piece of rest()) {
        // A container is recognized only once it is complete, so all of it is kept.
        if (bytes > HELD_BYTES && held && !containerOf(Buffer.concat(held.slice(0, 4)))) held = null
        bytes += piece.byteLength
        held?.push(piece)
        yield piece
      }
    },
    async *again() {
      if (!held) throw new Error('More was read than is buffered')
      yield* held
      held = null
      yield* rest()
    },
  }
}
