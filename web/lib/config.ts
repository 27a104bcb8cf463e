// The server settings that the page needs, such as the payment mode and the plan's price, fetched once.
import { useQuery } from '@tanstack/react-query'
import { system } from '#shared/contracts/system.ts'
import { call } from './call.ts'
import { queryKeys } from './query-keys.ts'

export const useConfig = () => useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })

/**
 * Whether this server has sample prices; the server writes it into the page, so it is known before any prices
 * are.
 */
export const hasSamplePrices = (): boolean => document.documentElement.dataset.prices === 'sample'
