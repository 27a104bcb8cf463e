// Renders the authenticator app of the demo's moderators: the current code of each.
import { escape, framed } from '../page-frame.ts'

export type DemoCode = { username: string; role: string; code: string; secret: string }

/** `secondsLeft`: until the codes change. Each code works once. */
export const authenticatorPage = (codes: readonly DemoCode[], secondsLeft: number): string =>
  framed({
    title: 'Authenticator of the demo',
    label: `The demo’s moderators sign in with these codes. Each works once; new ones in ${secondsLeft} s.`,
    cards: codes.map(
      ({ username, role, code, secret }) => `<h2>${escape(username)}, ${escape(role)}</h2>
<p>Code: <strong>${escape(code)}</strong></p>
<p class="quiet">For your own app: ${escape(secret)}</p>`,
    ),
  })
