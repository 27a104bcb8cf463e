// Says of a preview that its owner chose what the columns mean, with the way back to them.
import type { Preview } from '#shared/contracts/import-preview.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

export type MappedNoteProps = {
  mapped: NonNullable<Preview['mapped']>
  onChange: () => void
  isPending: boolean
  error: Error | null
}

export function MappedNote({ mapped, onChange, isPending, error }: MappedNoteProps) {
  return (
    <Banner
      tone="info"
      title="Read with your columns"
      action={
        <Button
          size="sm"
          variant="outline"
          // With large text it is wider than a phone has room for.
          className="whitespace-normal!"
          pending={isPending}
          pendingLabel="Opening..."
          onClick={onChange}
        >
          Change columns
        </Button>
      }
    >
      {mapped.isRemembered
        ? 'You chose them for an earlier file with the same header.'
        : 'We’ll use them again for the next file with the same header.'}
      {error && !isUnauthorized(error) && (
        <p role="alert" className="font-medium text-loss">
          {messageOf(error) ?? 'We couldn’t open the columns. Try again.'}
        </p>
      )}
    </Banner>
  )
}
