// A notice above every page for a person who has not agreed to the current terms. It blocks nothing, because a person
// who pays agrees to them then.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consents } from '#shared/contracts/consents.ts'
import { AGE_STATEMENT, TERMS_STATEMENT } from '#shared/rules/consent.ts'
import { dayText } from '#shared/rules/dates.ts'
import { accountOutcomes } from '#web/lib/account-outcomes.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { call } from '#web/lib/call.ts'
import { DocumentSentence } from '#web/lib/document-sentence.tsx'
import { followOutcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'

/** The key in session storage of the texts that the person wants to read later. */
const LATER = 'consent-later'

export default function ConsentNotice() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: queryKeys.consents,
    queryFn: () => call(consents.state),
    staleTime: Infinity,
  })
  const [later, setLater] = useState(() => sessionStore.get(LATER))
  const agree = useMutation({
    mutationFn: (texts: { terms: string; privacy: string }) =>
      call(consents.agree, { body: { ...texts, isAdult: true } }),
    onSuccess: (state) => {
      client.setQueryData(queryKeys.consents, state)
      followOutcome(accountOutcomes.agreed)
    },
    onError: (error) => {
      if (!isUnauthorized(error)) followOutcome(accountOutcomes.agreeFailed, error)
      if (error instanceof ApiError && error.problem.code === 'terms_changed')
        void client.invalidateQueries({ queryKey: queryKeys.consents })
    },
  })
  if (!data?.isDue || later === data.terms.hash + data.privacy.hash) return null
  const { terms, privacy } = data
  const updated = terms.updated > privacy.updated ? terms.updated : privacy.updated
  return (
    <section
      aria-labelledby="consent"
      className="border-b border-line bg-surface px-4 py-3 md:flex md:items-center md:justify-center md:gap-6"
    >
      <div className="grid max-w-160 gap-1 text-small text-pretty text-ink-2">
        <h2 id="consent" className="text-label font-strong text-ink">
          Our Terms and Privacy of {dayText(updated)}
        </h2>
        <p>
          <DocumentSentence>{`Please read them. By agreeing you say: ${AGE_STATEMENT} ${TERMS_STATEMENT}`}</DocumentSentence>
        </p>
      </div>
      <div className="flex flex-wrap gap-3 pt-3 md:flex-none md:pt-0">
        <Button
          pending={agree.isPending}
          pendingLabel="Saving..."
          onClick={() => agree.mutate({ terms: terms.hash, privacy: privacy.hash })}
        >
          I agree
        </Button>
        <Button
          variant="outline"
          onClick={() => {
            sessionStore.set(LATER, terms.hash + privacy.hash)
            setLater(terms.hash + privacy.hash)
          }}
        >
          Later
        </Button>
      </div>
    </section>
  )
}
