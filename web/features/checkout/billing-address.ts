// The viewer's billing address: reading, changing, and naming it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BillingAddress, tax } from '#shared/contracts/tax.ts'
import { US_STATES } from '#shared/rules/us-states.ts'
import { call } from '#web/lib/call.ts'
import { countryName } from '#web/lib/countries.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export const useBillingAddress = (isNeeded = true) =>
  useQuery({
    queryKey: queryKeys.billingAddress,
    queryFn: () => call(tax.address),
    enabled: isNeeded,
  })

export function useChangeAddress(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: BillingAddress) => call(tax.changeAddress, { body: address }),
    onSuccess: (address) => {
      client.setQueryData(queryKeys.billingAddress, address)
      onSaved()
    },
  })
}

/** "97201, Oregon, United States". */
export const addressText = ({ country, postalCode, state }: BillingAddress): string =>
  [postalCode, country === 'US' ? (US_STATES.get(state) ?? state) : state, countryName(country)]
    .filter((part) => part !== '')
    .join(', ')
