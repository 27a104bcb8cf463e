// The server settings that the page needs, such as the payment mode and the plan's price, fetched once.
import { useQuery } from '@tanstack/react-query'
import { system } from '#shared/contracts/system.ts'
import { call } from './call.ts'
import { queryKeys } from './query-keys.ts'

export const useConfig = () => useQuery({ queryKey: queryKeys.config, queryFn: () => call(system.config) })
