// What a stand-in of Plaid remembers: the pages it handed out and the items people connected on them.

export type Fields = Record<string, unknown>

/** One sign-in at one institution, told as Plaid tells it. */
export type Item = {
  id: string
  institution: string | null
  accounts: Fields[]
  holdings: Fields[]
  securities: Fields[]
  /** In any order; `/investments/transactions/get` has the newest first. */
  transactions: Fields[]
  /** What `/item/get` names as its error, and every other call about it is refused with. */
  error: string | null
  isReady: boolean
  isRemoved: boolean
  /** The person typed it in. */
  isTypedIn: boolean
}

export type LinkPage = { token: string; request: Fields; expiration: string; sessions: Fields[] }

export type PlaidState = {
  pages: Map<string, LinkPage>
  items: Map<string, Item>
  /** The item each access token opens. */
  accessTokens: Map<string, string>
  /** The item each public token is for, until it is exchanged. */
  publicTokens: Map<string, string>
  /** Everything that was asked, in order. */
  calls: { path: string; body: Fields }[]
  /** What the next calls of a path are answered with instead. */
  refusals: Map<string, (Refusal | null)[]>
  now: () => Date
  nextId: (kind: string) => string
}

export type Refusal = {
  status: number
  type: string
  code: string
  headers?: Record<string, string>
  /** `silence`: no answer at all; `cut`: the connection is closed; `page`: HTML of some proxy. */
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

/** What `/link/token/get` tells once the person is through with the page. */
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
