// Stripe's errors: type, code, message and status.
export type ProblemBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  doc_url?: string
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
  request_log_url?: string
  advice_code?: string
  network_decline_code?: string
}

/** An error response. The transaction rolls back unless `keepsWork`. */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  /** Commits what was written, because a declined card leaves a failed charge. */
  readonly keepsWork: boolean
  /** Failed before any work, so the idempotency key may be reused. */
  readonly isValidation: boolean

  constructor(status: number, body: ProblemBody, how: { keepsWork?: boolean; isValidation?: boolean } = {}) {
    super(body.message)
    this.status = status
    this.body = body
    this.keepsWork = how.keepsWork ?? false
    this.isValidation = how.isValidation ?? false
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** An invalid parameter. No idempotent result is stored. */
export function invalidParam(message: string, param: string, code?: string): StripeProblem {
  const body: ProblemBody = { type: 'invalid_request_error', message, param }
  return new StripeProblem(400, code ? { code, doc_url: docUrl(code), ...body } : body, {
    isValidation: true,
  })
}

/** A valid request that isn't allowed now. */
export function invalidRequest(
  message: string,
  code?: string,
  more: Partial<ProblemBody> = {},
): StripeProblem {
  const body: ProblemBody = { type: 'invalid_request_error', message, ...more }
  return new StripeProblem(400, code ? { code, doc_url: docUrl(code), ...body } : body)
}

/** 404 if the URL names it, 400 if a parameter does. */
export function resourceMissing(what: string, id: string, param?: string): StripeProblem {
  const body: ProblemBody = {
    code: 'resource_missing',
    doc_url: docUrl('resource_missing'),
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
    type: 'invalid_request_error',
  }
  return new StripeProblem(param === undefined ? 404 : 400, body, { isValidation: true })
}

export function unauthorized(message: string): StripeProblem {
  return new StripeProblem(401, { type: 'invalid_request_error', message }, { isValidation: true })
}

/** A publishable key on a call that requires a secret key. */
export function secretKeyRequired(): StripeProblem {
  const message =
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
  return new StripeProblem(
    403,
    { code: 'secret_key_required', message, type: 'invalid_request_error' },
    { isValidation: true },
  )
}

/** 402: the card was declined. */
export function cardError(body: Omit<ProblemBody, 'type'>): StripeProblem {
  const doc = body.code ? { doc_url: docUrl(body.code) } : {}
  return new StripeProblem(402, { ...doc, ...body, type: 'card_error' }, { keepsWork: true })
}
