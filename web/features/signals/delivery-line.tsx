// How fast a signal reached its readers: "In 412 feeds within 0.4 s. Push handed to 380 devices, half within 3 s."
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type Delivery, delivery } from '#shared/contracts/delivery.ts'
import { deliveryText } from '#shared/rules/delivery-text.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Keeps its height while it loads. Renders nothing for signals posted before delivery was measured. */
export function DeliveryLine({ signalId }: { signalId: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.delivery(signalId),
    queryFn: () => call(delivery.receipt, { params: { id: signalId } }),
  })
  return <DeliveryText receipt={data} />
}

/** `receipt`: undefined while it loads. */
export function DeliveryText({ receipt }: { receipt: Delivery | null | undefined }) {
  const text = receipt && deliveryText(receipt)
  if (receipt !== undefined && !text) return null
  return (
    <p className="flex min-h-6.5 items-start gap-2 px-1 text-small text-ink-2">
      {text && <Send aria-hidden className="mt-0.5 size-4 flex-none" />}
      {text}
    </p>
  )
}
