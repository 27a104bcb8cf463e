// What the tax needs before a checkout can start, and what to do if the provider can't calculate it.
import { useState } from 'react'
import { ApiError } from '#web/lib/api-error.ts'

export const isAboutTax = (error: unknown): boolean =>
  error instanceof ApiError && TAX_PROBLEMS.includes(error.problem.code ?? '')
const TAX_PROBLEMS = ['billing_address_required', 'tax_unavailable']

/** What the tax needs before the checkout can start. Another address starts another payment. */
export function useTax(error: unknown, restart: () => void) {
  const [isChanging, setIsChanging] = useState(false)
  const problem = isAboutTax(error) && error instanceof ApiError ? error.problem : undefined
  return {
    isChanging,
    /** The address is missing, or the person changes it. */
    needsAddress: isChanging || problem?.code === 'billing_address_required',
    /** Why the provider couldn't calculate the tax, and what to do. */
    problem: problem?.code === 'tax_unavailable' ? problem.message : undefined,
    changeAddress: () => setIsChanging(true),
    keepAddress: () => setIsChanging(false),
    onAddressSaved: () => {
      setIsChanging(false)
      restart()
    },
  }
}
