// A checkout that was left between paying and the server's word for it: its end is still told, wherever one is by then.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '#web/lib/query-keys.ts'

/** Asked this often, then no more: what became of it is read with the next page. */
const ASK_AGAIN_TIMES = 8
const ASK_AGAIN_MS = 1000

type Left = {
  name: string
  isPaid: boolean
  isConfirmed: boolean
  /** Whether the server knows that it was paid. */
  check: () => Promise<boolean>
  /** Tells of it, without leading anywhere. */
  tell: () => void
}

/** `paid` is called when the payment goes through, be it on this page or after it was left, which `isGone` tells. */
export function useLeft(left: Left): { paid: () => void; isGone: () => boolean } {
  const client = useQueryClient()
  const latest = useRef(left)
  const isHere = useRef(false)
  useEffect(() => {
    latest.current = left
  })

  const follow = () => {
    const { name, check, tell } = latest.current
    const queryFn = async () => {
      if (!(await check())) throw new Error('The server does not know of this payment yet.')
      return true
    }
    void client
      .fetchQuery({
        queryKey: keys.checkout(name, 0, 'left'),
        queryFn,
        retry: ASK_AGAIN_TIMES,
        retryDelay: ASK_AGAIN_MS,
        staleTime: 0,
        gcTime: 0,
      })
      .then(tell, () => {})
  }
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      if (latest.current.isPaid && !latest.current.isConfirmed) follow()
    }
    // Once: it is about being here and leaving.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const isGone = () => !isHere.current
  return { paid: () => isGone() && follow(), isGone }
}
