// What stands in the place of a card form: its skeleton, or that it could not be loaded.
import { outcomes } from '#web/lib/outcomes.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

/** Only a fresh page fetches again what a browser failed to load. */
export function FormMissing() {
  return <ErrorState onRetry={() => location.reload()}>{outcomes.paymentFormFailed.text}</ErrorState>
}

/** The whole card, before it is known what is to be paid. */
export function CardFormSkeleton() {
  return (
    <Card className="grid gap-5">
      <Skeleton className="my-1 h-5 w-32" />
      <FieldsSkeleton />
    </Card>
  )
}

export function FieldsSkeleton() {
  return (
    <Loading label="Loading payment form" className="gap-5">
      <FieldPlace />
      <div className="grid gap-4 tight:grid-cols-2">
        <FieldPlace />
        <FieldPlace />
      </div>
      <FieldPlace />
      <Skeleton className="h-13 rounded-switch" />
      <Skeleton className="my-1 h-3 w-4/5" />
    </Loading>
  )
}

function FieldPlace() {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="my-1 h-3 w-24" />
      <Skeleton className="h-target rounded-control" />
    </div>
  )
}
