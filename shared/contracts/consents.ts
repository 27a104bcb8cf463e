// What a person has agreed to, and agreeing: after a change of the terms, and when paying.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ADULT_AGE } from '../limits.ts'
import { Id, text } from '../wire.ts'
import { agreed } from './auth.ts'

/** The current version of a text that a person agrees to. */
const Text = z.object({
  /** SHA-256 of the text, in hex. */
  hash: z.string(),
  title: z.string(),
  /** The day of its last change. */
  updated: z.iso.date(),
})

export const ConsentState = z.object({
  /** Whether the terms have changed since this person agreed to them, or they never did. */
  isDue: z.boolean(),
  terms: Text,
  privacy: Text,
})
export type ConsentState = z.output<typeof ConsentState>

const Hash = text('The hash of the text is missing').regex(/^[0-9a-f]{64}$/, 'Not the hash of a text')

export const consents = {
  state: endpoint({
    method: 'GET',
    path: '/api/consents',
    summary: 'The terms as they are now, and whether the viewer still has to agree to them',
    access: 'member',
    reply: ConsentState,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/consents',
    summary: 'Agrees to the terms with these hashes; refused if they have changed in the meantime',
    access: 'member',
    limit: 'billing',
    body: z.object({
      terms: Hash,
      privacy: Hash,
      isAdult: agreed(`You must be ${ADULT_AGE} or older to use this site`),
    }),
    reply: ConsentState,
  }),
  agreeToPay: endpoint({
    method: 'POST',
    path: '/api/billing/consents',
    summary: 'Agrees to the terms of a payment that has begun and isn’t paid yet; the last call counts',
    access: 'member',
    limit: 'checkout',
    body: z.object({
      /** The creator whose subscription is paid; null for Creator Mode. */
      creatorId: Id.nullable(),
      /** Whether the payer asks for access during the days in which they can withdraw. */
      immediateAccess: z.boolean('immediateAccess must be true or false'),
    }),
    reply: z.object({ message: z.string() }),
  }),
}
