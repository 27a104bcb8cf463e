// Strips alerts that are sent outside the site, where it isn't known who reads them.
import type { Alert } from '#shared/contracts/alerts.ts'

/** Removes the type, tickers and text of a premium signal, and the text of a comment on one. */
export function withoutPremium(alert: Alert): Alert {
  if (!alert.signal?.isPremium) return alert
  const { signalType: _type, tickers: _tickers, excerpt: _excerpt, ...signal } = alert.signal
  return { ...alert, signal, comment: alert.comment && { id: alert.comment.id } }
}
