// Stands on the addresses that need payments until this build has them: what it is about, and what is missing.
import { Check, CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { TopHeader } from '#web/features/users/top-header.tsx'
import { useArrival } from '#web/lib/arrival.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Column, SkipLink } from '#web/ui/page.tsx'

export type PaymentsMissingProps = {
  title: string
  /** One sentence: what this page is for. */
  children: ReactNode
  /** What one gets, or does, here. */
  points?: readonly string[]
  /** What this build cannot do yet. */
  missing: string
}

export function PaymentsMissing({ title, children, points = [], missing }: PaymentsMissingProps) {
  useArrival(title)
  return (
    <>
      <SkipLink />
      <TopHeader back />
      <Column>
        <Card className="grid justify-items-start gap-5">
          <div className="grid gap-1">
            <h1 className="text-heading font-strong">{title}</h1>
            <p className="text-pretty text-ink-2">{children}</p>
          </div>
          {points.length > 0 && (
            <ul className="grid gap-3">
              {points.map((point) => (
                <li key={point} className="flex gap-3">
                  <Check className="icon mt-0.5 text-brand" />
                  {point}
                </li>
              ))}
            </ul>
          )}
          <Banner icon={CreditCard} title="Not in this build yet" className="w-full">
            {missing}
          </Banner>
          <Button asChild variant="outline">
            <a href={paths.feed}>Go to your feed</a>
          </Button>
        </Card>
      </Column>
    </>
  )
}
