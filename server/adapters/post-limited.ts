// A POST to a service outside whose answer may be late, endless or missing.

export type LimitedPost = {
  type: string
  body: Buffer
  signal: AbortSignal
  /** A longer answer counts as none. */
  maxBytes: number
}

/** Throws an error that says what happened, to be put after the service's name: "didn’t answer in time". */
export async function postLimited(
  url: string,
  { type, body, signal, maxBytes }: LimitedPost,
): Promise<{ status: number; body: Buffer }> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
      signal,
    })
    for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      length += part.length
      if (length > maxBytes) break
      parts.push(part)
    }
    if (length <= maxBytes) return { status: answer.status, body: Buffer.concat(parts) }
  } catch {
    throw new Error(signal.aborted ? 'didn’t answer in time' : 'can’t be reached')
  }
  throw new Error('gives too long an answer')
}
