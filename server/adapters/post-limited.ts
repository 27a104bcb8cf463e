// A POST to an external service, with a time limit and a size limit for the response.

export type LimitedPost = {
  type: string
  body: Buffer
  signal: AbortSignal
  /** A larger response is an error. */
  maxBytes: number
}

/** Throws an error whose message continues the service's name: "didn’t answer in time". */
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
      // The address is a setting. What answers there must not choose another one.
      redirect: 'manual',
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
  throw new Error('sent too large a response')
}
