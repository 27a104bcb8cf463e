// Puts load on a URL and reads the results. Figures are compared within one run only.
import autocannon from 'autocannon'

export type Load = {
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
  answered: number
  bytesPerAnswer: number
}

export type Target = {
  url: string
  cookie?: string
  method?: 'GET' | 'POST'
  body?: string
  /** Requested in turn by each connection, instead of the URL's own path. */
  paths?: string[]
  /** Sent in turn by each connection, instead of one person's cookie: each person has a rate limit. */
  cookies?: string[]
  /** Additional headers, such as another content coding or an ETag. */
  headers?: Record<string, string>
}

/** The header of Chrome and Firefox. */
const AS_BROWSERS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
export const UNCOMPRESSED = { 'accept-encoding': 'identity' }

const headersOf = (target: Target) => ({
  ...AS_BROWSERS,
  ...target.headers,
  ...(target.cookie && { cookie: target.cookie }),
  ...(target.body && { 'content-type': 'application/json' }),
})

/** `seconds` of load from `connections` that each send the next request after a response. */
export async function load(
  target: Target,
  seconds: number,
  connections = 10,
  perSecond?: number,
): Promise<Load> {
  const result = await autocannon({
    url: target.url,
    method: target.method ?? 'GET',
    connections,
    duration: seconds,
    headers: headersOf(target),
    ...(target.body && { body: target.body }),
    ...(target.paths && { requests: target.paths.map((path) => ({ path })) }),
    ...(target.cookies && {
      requests: target.cookies.map((cookie) => ({ headers: { ...headersOf(target), cookie } })),
    }),
    ...(perSecond && { overallRate: perSecond }),
  })
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    // A 304 counts as a success.
    failed: result.errors + result['4xx'] + result['5xx'],
    answered: result.requests.total,
    bytesPerAnswer: result.throughput.total / Math.max(1, result.requests.total),
  }
}

/** Durations of `times` sequential requests, in milliseconds. */
export async function oneByOne(target: Target, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const start = performance.now()
    const response = await fetch(target.url, {
      method: target.method ?? 'GET',
      headers: headersOf(target),
      ...(target.body && { body: target.body }),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${target.url} returned ${response.status}`)
    taken.push(performance.now() - start)
  }
  return taken
}

export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
export const median = (values: number[]): number => quantile(values, 0.5)

/** Pearson's correlation coefficient. */
export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [x, y] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [a, b] of pairs) {
    xy += (a - x) * (b - y)
    xx += (a - x) ** 2
    yy += (b - y) ** 2
  }
  return xy / Math.sqrt(xx * yy)
}
