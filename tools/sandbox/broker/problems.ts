// SnapTrade's errors: message, status and code.
export class BrokerProblem extends Error {
  readonly status: number
  readonly code: string
  /** Whether the transaction commits in spite of the error. */
  readonly keepsWork: boolean
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    detail: string,
    { keepsWork = false, headers = {} }: { keepsWork?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.keepsWork = keepsWork
    this.headers = headers
  }

  get body(): Record<string, unknown> {
    return { detail: this.message, status_code: this.status, code: this.code }
  }
}

export const badSignature = () => new BrokerProblem(401, '1076', 'Unable to verify signature sent')
export const badClient = () => new BrokerProblem(401, '1085', 'Invalid clientID provided')
export const badTimestamp = () => new BrokerProblem(401, '1077', 'Invalid timestamp')
export const badUser = () => new BrokerProblem(401, '1083', 'Invalid userID or userSecret provided')
export const userExists = (id: string) =>
  new BrokerProblem(400, '1010', `User with the following userId already exist: ${id}`)
export const badInput = (detail: string) => new BrokerProblem(400, '1012', detail)
export const notFound = () => new BrokerProblem(404, '1011', 'The requested resource does not exist.')
export const gone = () =>
  new BrokerProblem(410, '0000', 'This endpoint is no longer available for your account.')
export const connectionDisabled = () =>
  new BrokerProblem(402, '3003', 'Unable to sync with brokerage account because the connection is disabled.')
export const alreadyDisabled = () => new BrokerProblem(402, '3003', 'This connection is already disabled.')
export const stillSyncing = () =>
  new BrokerProblem(425, '3012', 'The resource is currently being populated. Please try again later.')
const wait = (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`
export const throttled = (seconds: number) => new BrokerProblem(429, '0000', wait(seconds))
/** The rate limit of one account, separate from the client's. */
export const accountThrottled = (seconds: number) =>
  new BrokerProblem(429, '0000', wait(seconds), {
    keepsWork: true,
    headers: {
      'x-ratelimit-account-limit': '10',
      'x-ratelimit-account-remaining': '0',
      'x-ratelimit-account-reset': String(seconds),
    },
  })
export const brokerDown = () =>
  new BrokerProblem(503, '3002', 'Unable to sync with brokerage account.', { keepsWork: true })
export const unexpected = () =>
  new BrokerProblem(500, '1000', 'Encountered an unexpected exception.', { keepsWork: true })
