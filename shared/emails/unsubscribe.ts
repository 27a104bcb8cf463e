// The unsubscribe links for one kind of alert email, in the last line and the headers.
import type { Email, Site } from './email.ts'

/** What each link unsubscribes from, worded for the page that it opens. */
export const ALERT_EMAILS_ENDED = {
  digest: 'your digest',
  signal: 'instant emails about signals',
  subscriber: 'emails about new subscribers',
  price: 'emails about price changes',
} as const
export type AlertEmailKind = keyof typeof ALERT_EMAILS_ENDED

/** The name that a link's token is derived from (server/features/alerts/email/stop-emails.ts). */
export const stopName = (kind: AlertEmailKind, personId: string) => `alerts ${kind} ${personId}`

export function unsubscribe(
  kind: AlertEmailKind,
  personId: string,
  { publicUrl, tokenOf }: Site,
): NonNullable<Email['unsubscribe']> {
  const token = `alerts.${kind}.${personId}.${tokenOf(stopName(kind, personId))}`
  return {
    url: `${publicUrl}/unsubscribe#token=${token}`,
    oneClickUrl: `${publicUrl}/unsubscribe?token=${token}`,
  }
}
