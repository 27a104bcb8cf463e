// The queries and mutations of moderators and administrators.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin, type EMAIL_STATES } from '#shared/contracts/admin.ts'
import { adminCases } from '#shared/contracts/admin-cases.ts'
import { factors } from '#shared/contracts/factors.ts'
import type { Request } from '#shared/endpoint.ts'
import type { ReportReason } from '#shared/rules/report-reasons.ts'
import { ApiError, isUnauthorized } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { failure, followOutcome, type Outcome } from '#web/lib/outcomes.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { showToast } from '#web/ui/toast-store.ts'

const { adminPart: part } = queryKeys
const onErrorWith = (outcome: Outcome) => (error: unknown) => {
  if (!isUnauthorized(error)) followOutcome(outcome, error)
}

export const isFactorRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'factor_required'

type CaseState = 'open' | 'mine' | 'decided'

/** Short enough that two moderators don't work on one case for long. */
const CASES_AGAIN_MS = 30_000

export const useCases = (state: CaseState) =>
  useQuery({
    queryKey: part('cases', state),
    queryFn: () => call(adminCases.cases, { query: { state } }),
    refetchInterval: state === 'decided' ? false : CASES_AGAIN_MS,
  })

export const useCase = (id: string | undefined) =>
  useQuery({
    enabled: id !== undefined,
    queryKey: part('case', id ?? ''),
    queryFn: () => call(adminCases.case, { params: { id: id ?? '' } }),
  })

export const usePeople = (search: string) =>
  useQuery({
    queryKey: part('people', search),
    queryFn: () => call(adminCases.people, { body: { search } }),
    placeholderData: (before) => before,
  })

export const useOverview = () =>
  useQuery({ queryKey: part('overview'), queryFn: () => call(admin.overview), refetchInterval: 60_000 })
export const useWaitlist = () => useQuery({ queryKey: part('waitlist'), queryFn: () => call(admin.waitlist) })
export const usePayments = (user: string) =>
  useQuery({ queryKey: part('payments', user), queryFn: () => call(admin.payments, { query: { user } }) })
export const useJobs = () => useQuery({ queryKey: part('jobs'), queryFn: () => call(admin.jobs) })
export const useEmails = (state: (typeof EMAIL_STATES)[number] | 'all') =>
  useQuery({ queryKey: part('emails', state), queryFn: () => call(admin.emails, { query: { state } }) })
export const useAudit = (user: string, event: string) =>
  useQuery({
    queryKey: part('audit', user, event),
    queryFn: () => call(admin.audit, { query: { user, event } }),
    placeholderData: (before) => before,
  })

/** A mutation after which everything on the page is refetched. */
function useAct<Input, Result>(
  act: (input: Input) => Promise<Result>,
  failed: string,
  done: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (result, input) => {
      void client.invalidateQueries({ queryKey: queryKeys.admin })
      done(result, input)
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: queryKeys.admin })
      onErrorWith(failure('Error', failed))(error)
    },
  })
}

export const useConfirmFactor = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(factors.reauthenticateWithCode, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.admin }),
  })
}

export const useDecide = () =>
  useAct(
    ({ id, body }: { id: string; body: Request<typeof adminCases.decide>['body'] }) =>
      call(adminCases.decide, { params: { id }, body }),
    'Couldn’t decide this. Try again.',
    () => showToast({ title: 'Decided', description: 'We’ll email the author and the reporters.' }),
  )

export const useAnswer = () =>
  useAct(
    ({ id, body }: { id: string; body: Request<typeof adminCases.answer>['body'] }) =>
      call(adminCases.answer, { params: { id }, body }),
    'Couldn’t send the answer. Try again.',
    () => showToast({ title: 'Answer sent' }),
  )

export const useAnswerLook = () =>
  useAct(
    ({ id, body }: { id: string; body: Request<typeof adminCases.answerLook>['body'] }) =>
      call(adminCases.answerLook, { params: { id }, body }),
    'Couldn’t send the answer. Try again.',
    () => showToast({ title: 'Answer sent' }),
  )

export const useConfirm = () =>
  useAct(
    ({ id, agrees }: { id: string; agrees: boolean }) =>
      call(adminCases.confirm, { params: { id }, body: { agrees } }),
    'Couldn’t save this. Try again.',
    (_, { agrees }) => showToast({ title: agrees ? 'Suspended permanently' : 'Kept temporary' }),
  )

export const useClaim = () =>
  useAct(
    ({ id, takesOver }: { id: string; takesOver: boolean }) =>
      call(adminCases.claim, { params: { id }, body: { takesOver } }),
    'Couldn’t claim this case. Try again.',
    () => {},
  )

export const useRelease = () =>
  useAct(
    (id: string) => call(adminCases.release, { params: { id } }),
    'Couldn’t release this case. Try again.',
    () => {},
  )

type About = { reason: ReportReason; personId?: string; url?: string }
export const useOpenCase = () =>
  useAct(
    ({ reason, personId, url = '' }: About) =>
      personId === undefined
        ? call(adminCases.openCaseAt, { body: { url, reason } })
        : call(adminCases.openCase, { params: { id: personId }, body: { reason } }),
    'Couldn’t open a case. Try again.',
    () => {},
  )

export const useInvite = () =>
  useAct(
    (limit: number) => call(admin.invite, { body: { limit } }),
    'Couldn’t invite anybody. Try again.',
    ({ sent, waiting }) => showToast({ title: `Invited ${sent}`, description: `Still waiting: ${waiting}` }),
  )

export const useRefund = () =>
  useAct(
    ({ id, ...body }: { id: string; reason: string; end: boolean }) =>
      call(admin.refund, { params: { id }, body }),
    'Couldn’t refund this. Try again.',
    () => showToast({ title: 'Refunded' }),
  )

const told = ({ isRetried }: { isRetried: boolean }) =>
  showToast(
    isRetried ? { title: 'Tried again' } : { title: 'Nothing to do', description: 'It is done, or running.' },
  )

export const useRetryJob = () =>
  useAct((id: string) => call(admin.retryJob, { params: { id } }), 'Couldn’t retry this. Try again.', told)
export const useRetryEvent = () =>
  useAct((id: string) => call(admin.retryEvent, { params: { id } }), 'Couldn’t retry this. Try again.', told)
