// What the server says about itself, read once: how payments are made here, what the plan costs.
import { useQuery } from '@tanstack/react-query'
import { system } from '#shared/contracts/system.ts'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

export const useConfig = () => useQuery({ queryKey: keys.config, queryFn: () => call(system.config) })
