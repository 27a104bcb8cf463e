// A permanent suspension that waits for a second moderator.
import { shownMessage } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from './queries.ts'

export function ConfirmCard({ caseId, onConfirmed }: { caseId: string; onConfirmed: () => void }) {
  const confirm = useConfirm()
  const answer = (agrees: boolean) => confirm.mutate({ id: caseId, agrees }, { onSuccess: onConfirmed })
  return (
    <Card as="section" aria-labelledby="confirm" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="confirm" className="text-title font-strong">
          Permanent suspension
        </h2>
        <p className="text-small text-pretty text-ink-2">
          It ends by itself unless a second moderator confirms it. Nobody confirms their own decision.
        </p>
      </div>
      {confirm.error !== null && (
        <Banner tone="loss" role="alert">
          {shownMessage(confirm.error, 'Couldn’t save this. Try again.')}
        </Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="danger"
          pending={confirm.isPending}
          pendingLabel="Saving..."
          onClick={() => answer(true)}
        >
          Make it permanent
        </Button>
        <Button variant="outline" disabled={confirm.isPending} onClick={() => answer(false)}>
          Leave it at its days
        </Button>
      </div>
    </Card>
  )
}
