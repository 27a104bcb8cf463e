// Serializes JSON the way SnapTrade signs it: sorted keys, no spaces, ASCII only.

/**
 * Equals Python's `json.dumps(…, sort_keys=True, separators=(',', ':'))`. Source:
 * https://docs.snaptrade.com/docs/webhooks
 */
export function canonical(value: unknown): string {
  return sorted(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, own]) => `${JSON.stringify(key)}:${sorted(own)}`).join(',')}}`
}
