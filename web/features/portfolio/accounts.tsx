// The accounts a portfolio is made of: where each came from, how much was read of it, and deleting it.
import type { Account } from '#shared/contracts/portfolio.ts'
import { go } from '#web/lib/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { DELETE_ACCOUNT, DeleteAccountDialog } from './delete-account-dialog.tsx'
import { accountName, counted, momentText, SOURCES } from './portfolio-words.ts'

/** The heading of the accounts; the focus goes there when the account that had it is gone. */
const HEADING = 'accounts'

export function Accounts({ accounts }: { accounts: readonly Account[] }) {
  const askToDelete = (id: string) => {
    const params = new URLSearchParams(location.search)
    params.set('dialog', DELETE_ACCOUNT)
    params.set('account', id)
    go(`?${params}`)
  }
  return (
    <>
      {accounts.length > 0 && (
        <CardList as="section" aria-labelledby={HEADING}>
          <CardHead>
            <h2 id={HEADING} tabIndex={-1} className="text-title font-strong">
              Accounts
            </h2>
            <span className="text-small text-ink-2">Only you see this</span>
          </CardHead>
          <ul className="divide-y divide-line">
            {accounts.map((account) => (
              <ListRow
                key={account.id}
                title={accountName(account)}
                sub={
                  <>
                    <span className="block tabular-nums">
                      {SOURCES[account.source]} · {counted(account.activities, 'activity', 'activities')}
                    </span>
                    <span className="block tabular-nums">Updated {momentText(account.updatedAt)}</span>
                  </>
                }
                end={
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-haspopup="dialog"
                    aria-label={`Delete ${accountName(account)}`}
                    onClick={() => askToDelete(account.id)}
                  >
                    Delete
                  </Button>
                }
              />
            ))}
          </ul>
        </CardList>
      )}
      {/* Outlasts its account, so that its closing is drawn too. */}
      <DeleteAccountDialog accounts={accounts} focusAfter={accounts.length > 1 ? HEADING : 'content'} />
    </>
  )
}
