// The Plaid sandbox's state: Link pages and the items that people connected.

export type Fields = Record<string, unknown>

/** One login at one institution. */
export type Item = {
  id: string
  institution: string | null
  accounts: Fields[]
  holdings: Fields[]
  securities: Fields[]
  /** In any order; `/investments/transactions/get` returns the newest first. */
  transactions: Fields[]
  /** The error code that `/item/get` reports and every other call about the item fails with. */
  error: string | null
  isReady: boolean
  isRemoved: boolean
  /** The person entered the data by hand. */
  isTypedIn: boolean
}

export type LinkPage = { token: string; request: Fields; expiration: string; sessions: Fields[] }

export type PlaidState = {
  pages: Map<string, LinkPage>
  items: Map<string, Item>
  /** Item id by access token. */
  accessTokens: Map<string, string>
  /** Item id by public token, until it is exchanged. */
  publicTokens: Map<string, string>
  /** Every call, in order. */
  calls: { path: string; body: Fields }[]
  /** The errors for a path's next calls. */
  refusals: Map<string, (Refusal | null)[]>
  now: () => Date
  nextId: (kind: string) => string
}

export type Refusal = {
  status: number
  type: string
  code: string
  headers?: Record<string, string>
  /** `silence`: no response; `cut`: drops the connection; `page`: a proxy's HTML. */
  instead?: 'silence' | 'cut' | 'page'
}

export function newPlaidState(now: () => Date): PlaidState {
  let count = 0
  return {
    pages: new Map(),
    items: new Map(),
    accessTokens: new Map(),
    publicTokens: new Map(),
    calls: [],
    refusals: new Map(),
    now,
    nextId: (kind) => `${kind}-${(count += 1).toString().padStart(6, '0')}`,
  }
}

export function newItem(state: PlaidState, given: Partial<Item>): Item {
  const item: Item = {
    id: state.nextId('item'),
    institution: 'First Platypus Brokerage',
    accounts: [],
    holdings: [],
    securities: [],
    transactions: [],
    error: null,
    isReady: true,
    isRemoved: false,
    isTypedIn: false,
    ...given,
  }
  state.items.set(item.id, item)
  return item
}

/** Completes a Link page, which `/link/token/get` then reports. */
export function finishPage(state: PlaidState, url: string, items: Item[]): void {
  const page = [...state.pages.values()].find(({ token }) => url.endsWith(token))
  if (!page) throw new Error(`There is no page ${url}`)
  const added = items.map((item) => {
    const publicToken = state.nextId('public-sandbox')
    state.publicTokens.set(publicToken, item.id)
    return {
      public_token: publicToken,
      accounts: [],
      institution: item.institution === null ? null : { name: item.institution, institution_id: 'ins_1' },
    }
  })
  page.sessions.push({
    link_session_id: state.nextId('session'),
    started_at: state.now().toISOString(),
    finished_at: state.now().toISOString(),
    results: { item_add_results: added },
  })
}
