// The doctor's check of push notifications.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { push } from '../../../tools/scripts/doctor/push.ts'
import { linesOf } from './lines-of.ts'

const key = (number: number) => `${number}:${randomBytes(32).toString('base64url')}`

test('the doctor reports the keys of push, and a contact that push services would refuse', async () => {
  expect(await linesOf(push, {})).toEqual([
    'ok: Without VAPID_KEYS, notifications are for test devices, at /sandbox/push.',
  ])
  const VAPID_KEYS = `${key(1)} ${key(2)}`
  for (const VAPID_SUBJECT of ['mailto:ops@localhost', 'https://example.com', 'https://127.0.0.1/contact'])
    expect(await linesOf(push, { VAPID_KEYS, VAPID_SUBJECT })).toEqual([
      'ok: Browsers subscribe with key 2. 1 sign until their pages have subscribed anew.',
      `fault: Apple refuses the contact ${VAPID_SUBJECT}: its domain isn’t real.`,
    ])
  expect(
    await linesOf(push, { VAPID_KEYS: key(3), VAPID_SUBJECT: 'mailto:ops@nowhere.signalpost.zz' }),
  ).toEqual([
    'ok: Browsers subscribe with key 3.',
    'warning: The domain of VAPID_SUBJECT, nowhere.signalpost.zz, has no address.',
  ])
})

test.each([
  [{ VAPID_KEYS: '1:short' }, 'VAPID_KEYS must be numbered keys'],
  [{ VAPID_KEYS: `${key(1)} ${key(1)}` }, 'VAPID_KEYS must be numbered keys'],
  [{ VAPID_KEYS: key(1) }, 'VAPID_SUBJECT is required with VAPID_KEYS'],
  [{ VAPID_SUBJECT: 'mailto:ops@signalpost.com' }, 'VAPID_SUBJECT has no effect without VAPID_KEYS'],
  [
    { VAPID_KEYS: key(1), VAPID_SUBJECT: 'ops@signalpost.com' },
    'VAPID_SUBJECT must begin with mailto: or https://',
  ],
  [{ PUSH_HOSTS: 'https://push.example.com/' }, 'PUSH_HOSTS must be hosts'],
])('the settings %j stop the start', async (settings, message) => {
  await expect(linesOf(push, settings)).rejects.toThrow(message)
})
