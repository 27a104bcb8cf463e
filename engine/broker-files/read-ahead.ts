// Reads the beginning of a stream before the rest, without losing it.

/** The first items, until there are enough or the stream ends. */
export async function readHead<T>(
  source: AsyncIterator<T, unknown>,
  isEnough: (head: readonly T[]) => boolean,
): Promise<T[]> {
  const head: T[] = []
  while (!isEnough(head)) {
    const next = await source.next()
    if (next.done) break
    head.push(next.value)
  }
  return head
}

/** The head and then the rest. Closes the rest if reading stops early. */
export async function* prepended<T>(
  head: readonly T[],
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T, void> {
  try {
    yield* head
    for (;;) {
      const next = await rest.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await rest.return?.()
  }
}
