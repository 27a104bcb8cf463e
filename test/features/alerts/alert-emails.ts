// What the tests of emails about alerts share: Rosa's settings, the loop that sends, and the queued emails.
import { sendAlertEmails } from '#server/features/alerts/email/send-alert-emails.ts'
import { alerts, type AlertSchedule } from '#shared/contracts/alerts.ts'
import type { Browser, TestServer } from '#test/server.ts'

/** Saves how a person's emails about signals are sent: without quiet hours and without a digest unless given. */
export const saveSchedule = (
  browser: Browser,
  schedule: Partial<AlertSchedule>,
  email: 'off' | 'at_once' | 'digest' = 'digest',
) =>
  browser.call(alerts.saveSettings, {
    body: {
      preferences: [{ kind: 'signal', list: true, email }],
      schedule: {
        timeZone: 'America/New_York',
        quiet: null,
        digest: 'off',
        digestMinute: 7 * 60,
        digestWeekday: 6,
        ...schedule,
      },
    },
  })

/** Runs the loop's step on two copies at once, and once more, as after a crash. */
export async function sendRepeatedly({ deps }: TestServer) {
  await Promise.all([sendAlertEmails(deps), sendAlertEmails(deps)])
  await sendAlertEmails(deps)
}

type Queued = {
  template: string
  recipient: string
  data: Record<string, { title: string; sub: string; end: string }[]>
}
export const queuedEmails = async ({ deps }: TestServer) =>
  (await deps.db
    .selectFrom('emails')
    .select(['template', 'recipient', 'data'])
    .where('template', 'in', ['alertDigest', 'signalAlerts'])
    .orderBy('createdAt')
    .execute()) as unknown as Queued[]
