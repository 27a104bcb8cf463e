// The sandbox's pages, under a label that no account is real.
import { framed, STYLE_SOURCE } from '../../page-frame.ts'
import type { ApiResponse } from '../handle-request.ts'

export const LABEL = 'Sample broker, no real account'

/** `returnsTo` is allowed as a form target, because browsers check a form's redirect against the policy too. */
function headersFor(returnsTo: string | null): Record<string, string> {
  const origin = returnsTo === null ? '' : ` ${new URL(returnsTo).origin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self'${origin}; base-uri 'none'; frame-ancestors 'self'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

/** Renders a page; `content` is HTML. */
export function page(
  title: string,
  content: string,
  { status = 200, returnsTo = null }: { status?: number; returnsTo?: string | null } = {},
): ApiResponse {
  const body = framed({ title, label: LABEL, cards: [content] })
  return { status, body, headers: headersFor(returnsTo) }
}

export const redirectTo = (address: string): ApiResponse => ({
  status: 303,
  body: '',
  headers: { ...headersFor(address), location: address },
})
