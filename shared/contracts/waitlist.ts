// The pre-launch waitlist.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EMAIL_MAX } from '../limits.ts'
import { text, Token } from '../wire.ts'

export const WaitlistEntry = z.object({
  email: text('Please enter a valid email address')
    .trim()
    .pipe(z.email('Please enter a valid email address'))
    .pipe(z.string().max(EMAIL_MAX, 'Please enter a valid email address')),
})

export const waitlist = {
  join: endpoint({
    method: 'POST',
    path: '/api/waitlist',
    summary: 'Adds an email address; the response never reveals whether it was known',
    access: 'anyone',
    limit: 'waitlist',
    status: 201,
    body: WaitlistEntry,
    reply: z.object({ message: z.string() }),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/waitlist/unsubscribe',
    summary: 'Takes an address off the waitlist permanently, with the link in the launch email',
    access: 'anyone',
    body: z.object({ token: Token }),
    reply: z.object({ message: z.string() }),
  }),
}
