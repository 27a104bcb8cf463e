// Requests for a refund: those to a creator, or those that creators left open. Renders nothing without requests.
import { useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { OpenRequest } from '#shared/contracts/refunds.ts'
import { dollars, shortDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead, CardList } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { useAnswerRequest, useEscalatedRequests, useRefundRequests } from './queries.ts'
import { type Decision, RefundChoice } from './refund-choice.tsx'

export const RefundRequests = () => <Requests query={useRefundRequests()} isAdmin={false} />
export const EscalatedRequests = () => <Requests query={useEscalatedRequests()} isAdmin />

type RequestsProps = { query: UseQueryResult<OpenRequest[]>; isAdmin: boolean }

function Requests({ query: { data = [] }, isAdmin }: RequestsProps) {
  const [open, setOpen] = useState<OpenRequest>()
  if (data.length === 0) return null
  return (
    <CardList as="section" aria-labelledby="refund-requests">
      <CardHead>
        <h2 id="refund-requests" tabIndex={-1} className="text-title font-strong">
          Refund requests
        </h2>
      </CardHead>
      <ul className="divide-y divide-line">
        {data.map((request) => {
          const { id, text, createdAt, escalatesAt, terms, creator } = request
          const name = terms.subscriber ?? 'A private member'
          return (
            <ListRow
              key={id}
              stack
              title={
                <bdi>
                  {name}, {dollars(terms.fullInCents)}
                </bdi>
              }
              sub={
                <>
                  “{text}”{' '}
                  {isAdmin
                    ? `To ${creator ?? 'a private profile'}, asked ${shortDate(createdAt)}.`
                    : `Answer by ${shortDate(escalatesAt)}, or we decide.`}
                </>
              }
              end={
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Answer ${name}`}
                  onClick={() => setOpen(request)}
                >
                  Answer
                </Button>
              }
            />
          )
        })}
      </ul>
      {open && (
        <AnswerDialog key={open.id} request={open} isAdmin={isAdmin} onClose={() => setOpen(undefined)} />
      )}
    </CardList>
  )
}

type AnswerDialogProps = { request: OpenRequest; isAdmin: boolean; onClose: () => void }

function AnswerDialog({ request: { id, text, terms }, isAdmin, onClose }: AnswerDialogProps) {
  const [decision, setDecision] = useState<Decision>(terms.unusedInCents > 0 ? 'unused' : 'full')
  const [words, setWords] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const answer = useAnswerRequest({ isAdmin })
  return (
    <FormDialog
      title={`Answer ${terms.subscriber ?? 'a private member'}`}
      subtitle={`“${text}”`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() === '') return setIsMissing(true)
        if (!answer.isPending)
          answer.mutate({ id, body: { decision, answer: words } }, { onSuccess: onClose })
      }}
      submitLabel={decision === 'none' ? 'Decline' : 'Refund'}
      pendingLabel="Answering..."
      isPending={answer.isPending}
    >
      <RefundChoice
        terms={terms}
        options={terms.unusedInCents > 0 ? ['full', 'unused', 'none'] : ['full', 'none']}
        decision={decision}
        onDecision={setDecision}
        words={words}
        onWords={setWords}
        isMissing={isMissing}
      />
    </FormDialog>
  )
}
