// Which accounts of a file are imported: together as one account, or one after the other, each as its own.
import { useState } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'

export type AccountChoice = {
  /** `each`: each account of the file becomes an account with a return of its own. */
  as: 'each' | 'one'
  /** Labels. */
  chosen: readonly string[]
}
/** The accounts to import one after the other, and the place of the current one. */
type Queue = { labels: readonly string[]; at: number }

const labelsOf = (accounts: Preview['accounts']) => [...new Set(accounts.map(({ label }) => label))]
const readOf = (accounts: Preview['accounts']) => labelsOf(accounts.filter(({ isChosen }) => isChosen))

/** `read`: reads the file again with only these accounts. */
export function useFileAccounts(preview: Preview | undefined, read: (labels: readonly string[]) => void) {
  const [draft, setDraft] = useState<AccountChoice>()
  const [queue, setQueue] = useState<Queue>()
  const accounts = preview?.accounts ?? []
  const shown = readOf(accounts)
  const choice = draft ?? { as: 'each', chosen: shown }
  const wanted = labelsOf(accounts).filter((label) => choice.chosen.includes(label))
  const isRead = wanted.length === shown.length && (choice.as === 'one' || wanted.length === 1)
  const next = queue?.labels[queue.at + 1]
  const first = accounts.find(({ label }) => label === queue?.labels[queue.at])
  return {
    choice,
    onChoice: setDraft,
    /** Whether the preview doesn't match the choice, so that the file has to be read again. */
    isPending: accounts.length > 0 && queue === undefined && !isRead,
    isEmpty: wanted.length === 0,
    /** The account that is imported now, if several are imported one after the other. */
    step: queue && first && { account: first, at: queue.at + 1, count: queue.labels.length },
    readChosen() {
      const isQueue = choice.as === 'each' && wanted.length > 1
      if (isQueue) setQueue({ labels: wanted, at: 0 })
      read(isQueue ? wanted.slice(0, 1) : wanted)
    },
    hasNext: next !== undefined,
    /** Reads the next account of several. */
    readNext() {
      if (!queue || next === undefined) return
      setQueue({ ...queue, at: queue.at + 1 })
      read([next])
    },
    reset() {
      setDraft(undefined)
      setQueue(undefined)
    },
  }
}
export type FileAccountsState = ReturnType<typeof useFileAccounts>
