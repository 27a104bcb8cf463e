// The subscribe dialog with the record of the creator.
import { SubscribeDialog } from '#web/features/checkout/subscribe-dialog.tsx'
import { PurchaseFacts } from '#web/features/record/purchase-facts.tsx'

export default function SubscribeDialogWithRecord() {
  return <SubscribeDialog Facts={PurchaseFacts} />
}
