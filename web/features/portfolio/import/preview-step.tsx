// The last step of an import: what the file contains, and what the owner has to decide before importing it.
import type { ReactNode } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { dayText } from '#shared/rules/dates.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Ticker } from '#web/ui/ticker.tsx'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { activityCountText, corporateActionText, counted, namesText } from '../format.ts'
import type { DraftChoice } from './import-choice.ts'
import { OpeningPositions, UnreadableRows } from './import-issues.tsx'
import { FileAccounts, JointAccounts } from './file-accounts.tsx'
import { OpeningCash } from './opening-cash.tsx'
import { ReceivedShares } from './received-shares.tsx'
import { StepIntro } from './upload-step.tsx'
import type { FileAccountsState } from './use-file-accounts.ts'

/** More would fill the dialog without adding information. */
const SYMBOLS_SHOWN = 24

type PreviewStepProps = {
  preview: Preview
  choice: DraftChoice
  onChoice: (choice: DraftChoice) => void
  accounts: FileAccountsState
}

export function PreviewStep({ preview, choice, onChoice, accounts }: PreviewStepProps) {
  const { broker, label, currency, activities, firstDay, lastDay, kinds, symbols } = preview
  const { asOf, statements, skipped, corporateActions } = preview
  return (
    <>
      <StepIntro>
        {activities === 0 ? 'No transactions' : counted(activities, 'transaction')} found
        {preview.rows !== activities && ` in ${counted(preview.rows, 'row')}`}.
        {asOf !== null && ` Values as of the close on ${dayText(asOf)}.`}
      </StepIntro>
      {preview.accounts.length > 0 && <FileAccounts accounts={preview.accounts} state={accounts} />}
      {preview.joint.length > 0 && <JointAccounts labels={preview.joint} />}
      {!accounts.isPending && <Decisions preview={preview} choice={choice} onChoice={onChoice} />}
      <Facts
        items={[
          { label: 'Broker', value: broker },
          label === null
            ? { label: 'Currency', value: currency }
            : { label: 'Account', value: `${label}, ${currency}` },
          { label: 'First day', value: firstDay === null ? 'None' : dayText(firstDay) },
          { label: 'Last day', value: lastDay === null ? 'None' : dayText(lastDay) },
        ]}
      />
      {activities > 0 && (
        <Section title="What happened">
          <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
            {Object.entries(kinds)
              .toSorted(([, a], [, b]) => b - a)
              .map(([kind, times]) => (
                <li key={kind}>{activityCountText(kind, times)}</li>
              ))}
          </ul>
        </Section>
      )}
      {corporateActions.length > 0 && (
        <Section title="Counted from market data">
          <ul className="grid gap-1">
            {corporateActions.map((action) => (
              <li key={`${action.kind} ${action.symbol} ${action.day} ${action.newSymbol ?? ''}`}>
                {corporateActionText(action)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {skipped.length > 0 && (
        <Section
          title={
            preview.accounts.length > 0
              ? 'Not imported: totals, internal movements, and accounts you didn’t choose'
              : 'Not needed: totals and internal movements'
          }
        >
          <ul className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
            {skipped.map(({ kind, rows }) => (
              <li key={kind} className="break-words">
                {kind !== '' && <q>{kind}</q>} {counted(rows, 'row')}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {statements.map((statement) => (
        <Statement key={`${statement.from} ${statement.to}`} {...statement} />
      ))}
      {symbols.length > 0 && (
        <Section title={counted(symbols.length, 'ticker')}>
          <ul className="flex flex-wrap items-center gap-2">
            {symbols.slice(0, SYMBOLS_SHOWN).map((symbol) => (
              <li key={symbol}>
                <Ticker symbol={symbol} />
              </li>
            ))}
            {symbols.length > SYMBOLS_SHOWN && (
              <li className="text-small text-ink-2">
                and {formatCount(symbols.length - SYMBOLS_SHOWN)} more
              </li>
            )}
          </ul>
        </Section>
      )}
    </>
  )
}

/** What the owner decides about the accounts that were read. */
function Decisions({ preview, choice, onChoice }: Omit<PreviewStepProps, 'accounts'>) {
  const { opening, openingCash, received, faultCount: issueCount } = preview
  return (
    <>
      {issueCount > 0 ? (
        <UnreadableRows preview={preview} choice={choice} onChoice={onChoice} />
      ) : (
        <AlreadyImported preview={preview} />
      )}
      {opening !== null && <OpeningPositions opening={opening} choice={choice} onChoice={onChoice} />}
      {openingCash !== null && <OpeningCash offer={openingCash} choice={choice} onChoice={onChoice} />}
      {received.length > 0 && <ReceivedShares received={received} choice={choice} onChoice={onChoice} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="text-small text-ink-3">{title}</h3>
      {children}
    </section>
  )
}

/** Explains why the import adds little or nothing, if rows were imported before. */
function AlreadyImported({ preview: { activities, known, hasNews } }: { preview: Preview }) {
  if (known === 0) return null
  const isAll = known === activities
  return isAll ? (
    <Banner tone="info" title={hasNews ? undefined : 'Nothing new in this file'}>
      {known === 1 ? 'Its only row was' : `All ${formatCount(known)} rows were`} imported before.
      {hasNews && ' Its opening and closing balances are new.'}
    </Banner>
  ) : (
    <Banner tone="info">
      {formatCount(known)} of {counted(activities, 'row')} {known === 1 ? 'was' : 'were'} already imported.
      Only the rest are added.
    </Banner>
  )
}

function Statement({ from, to, opening, differences }: Preview['statements'][number]) {
  return (
    <Section title={`Statement of ${dayText(from)} – ${dayText(to)}`}>
      <p className="text-pretty">
        {opening.length > 0
          ? `Your opening positions are added: ${namesText(opening)}.`
          : 'No opening positions are needed.'}
        {differences.length > 0 &&
          ` Its closing balances differ from its rows in ${namesText(differences)}. The difference counts as neither gain nor loss.`}
      </p>
    </Section>
  )
}

type ColumnMappingNoteProps = {
  mapped: NonNullable<Preview['mapped']>
  onChange: () => void
  isPending: boolean
  error: Error | null
}

/** Says that the owner chose the columns, with a button to change them. */
export function ColumnMappingNote({ mapped, onChange, isPending, error }: ColumnMappingNoteProps) {
  return (
    <Banner
      tone="info"
      title="Read with your columns"
      action={
        <Button
          size="sm"
          variant="outline"
          // With large text the label is wider than a phone screen, so it wraps.
          className="whitespace-normal!"
          pending={isPending}
          pendingLabel="Opening..."
          onClick={onChange}
        >
          Change columns
        </Button>
      }
    >
      {mapped.isRemembered
        ? 'You chose them for an earlier file with the same header.'
        : 'We’ll use them again for the next file with the same header.'}
      {error && !isUnauthorized(error) && (
        <p role="alert" className="font-medium text-loss">
          {messageOf(error) ?? 'We couldn’t open the columns. Try again.'}
        </p>
      )}
    </Banner>
  )
}
