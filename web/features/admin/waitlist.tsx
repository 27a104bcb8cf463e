// The waitlist, and invitations for those who have waited longest.
import { type FormEvent, useState } from 'react'
import { INVITE_MAX } from '#shared/limits.ts'
import { formatCount } from '#shared/rules/numbers.ts'
import { longDate } from '#web/lib/money-and-dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardList } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { Loaded } from './loaded.tsx'
import { useInvite, useWaitlist } from './queries.ts'

export function Waitlist() {
  return (
    <Loaded query={useWaitlist()} what="the waitlist">
      {({ waiting, total, invited }) => (
        <>
          <InviteForm total={total} invited={invited} />
          {total > 0 && (
            <CardList as="ul" aria-label="Waiting">
              {waiting.map(({ id, email, createdAt }) => (
                <ListRow
                  key={id}
                  title={<span className="wrap-anywhere">{email}</span>}
                  end={<span className="text-small text-ink-2">{longDate(createdAt)}</span>}
                />
              ))}
            </CardList>
          )}
        </>
      )}
    </Loaded>
  )
}

function InviteForm({ total, invited }: { total: number; invited: number }) {
  const [limit, setLimit] = useState('10')
  const [isWrong, setIsWrong] = useState(false)
  const invite = useInvite()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = Number(limit)
    if (!Number.isInteger(number) || number < 1 || number > INVITE_MAX) return setIsWrong(true)
    setIsWrong(false)
    invite.mutate(number)
  }
  return (
    <Card as="section" aria-labelledby="waitlist">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid gap-1">
          <h2 id="waitlist" className="text-title font-strong">
            {formatCount(total)} waiting
          </h2>
          <p className="text-small text-ink-2">
            {formatCount(invited)} invited before. Each address gets one email; those who waited longest come
            first.
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-3">
          <Field
            label="How many"
            className="w-32"
            error={isWrong ? `From 1 to ${formatCount(INVITE_MAX)}` : undefined}
          >
            <Input value={limit} inputMode="numeric" onChange={(event) => setLimit(event.target.value)} />
          </Field>
          <Button
            type="submit"
            className="mt-[1.75rem]"
            disabled={total === 0}
            pending={invite.isPending}
            pendingLabel="Inviting..."
          >
            Invite
          </Button>
        </div>
      </form>
    </Card>
  )
}
