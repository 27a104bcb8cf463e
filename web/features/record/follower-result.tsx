// What a follower of every signal made, at once and a day later, before and after the price. Beside the author's figure.
import { type ReactNode, useState } from 'react'
import type { PersonRecord } from '#shared/contracts/rankings.ts'
import { price } from '#shared/rules/money.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import {
  afterPrice,
  capitalText,
  costText,
  DEFAULT_CAPITAL_IN_CENTS,
  readCapital,
  yearlyCost,
} from './follower-cost.ts'
import { percentOf } from './format.ts'
import { storeCapital, storedCapital } from './stored-capital.ts'

const BEFORE = 'Before the price'

type Paper = NonNullable<PersonRecord['paper']>
type Result = { mean: string | number; low: string | number; high: string | number }
type FollowerResultProps = { paper: Paper; priceInCents: number | null }

export function FollowerResult({ paper, priceInCents }: FollowerResultProps) {
  const userId = useAuth().user?.id
  const [typed, setTyped] = useState(() => {
    const stored = readCapital(storedCapital(userId))
    return capitalText(stored.cents ?? DEFAULT_CAPITAL_IN_CENTS)
  })
  const [capital, setCapital] = useState(() => readCapital(typed).cents ?? DEFAULT_CAPITAL_IN_CENTS)
  const { problem } = readCapital(typed)
  const change = (text: string) => {
    setTyped(text)
    const { cents } = readCapital(text)
    if (cents === undefined) return
    setCapital(cents)
    storeCapital(userId, capitalText(cents))
  }
  const cost = priceInCents === null ? null : yearlyCost(priceInCents, capital)
  const after = `After ${price(priceInCents ?? 0)} a month`
  return (
    <Card as="section" aria-labelledby="follower" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="follower" className="text-title font-strong">
          A follower’s result
        </h2>
        <p className="text-small text-pretty text-ink-2">
          The same signals with your entry, a year against the same SPY–QQQ mix.{' '}
          <TextLink href={`${paths.method}?rule=a-follower`}>How it’s calculated</TextLink>
        </p>
      </div>
      <table className="w-full table-fixed tabular-nums max-tight:block">
        <caption className="sr-only">A follower’s result a year</caption>
        <thead className="max-tight:hidden">
          <tr className="align-bottom text-small text-ink-3">
            <th scope="col" className="w-[26%] pb-1 text-left font-medium">
              A year
            </th>
            <Head>{BEFORE}</Head>
            {priceInCents !== null && <Head>{after}</Head>}
          </tr>
        </thead>
        <tbody className="max-tight:block">
          <Row name="At once" result={paper} {...{ cost, after }} />
          <Row name="A day later" result={paper.dayLater} {...{ cost, after }} />
        </tbody>
      </table>
      {priceInCents === null ? (
        <p className="text-small text-ink-2">Following is free: there’s no price to subtract.</p>
      ) : (
        <div className="grid gap-3 xs:grid-cols-[12rem_minmax(0,1fr)] xs:gap-6">
          <Field label="Your amount" hint="Stays in this browser" error={problem}>
            <MoneyInput value={typed} onChange={({ target }) => change(target.value)} />
          </Field>
          <p
            aria-live="polite"
            className="text-label text-pretty text-ink-2 tabular-nums xs:self-start xs:pt-9"
          >
            {costText(priceInCents, capital)}
          </p>
        </div>
      )}
    </Card>
  )
}

const Head = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="pb-1 pl-3 text-right font-medium text-pretty">
    {children}
  </th>
)

/** `after`: the name of the second column. */
type RowProps = { name: string; result: Paper['dayLater']; cost: number | null; after: string }

/** With text at twice its size, a phone has the figures below each other, each with the name of its column. */
const Row = ({ name, result, cost, after }: RowProps) => (
  <tr className="border-t border-line align-baseline max-tight:grid max-tight:gap-2 max-tight:py-3">
    <th scope="row" className="py-3 text-left text-label font-medium max-tight:py-0">
      {name}
    </th>
    {result ? (
      <>
        <Cell column={BEFORE} result={result} />
        {cost !== null && <Cell column={after} result={afterPrice(result, cost)} />}
      </>
    ) : (
      <td
        colSpan={cost === null ? 1 : 2}
        className="py-3 pl-3 text-right text-small text-ink-2 max-tight:p-0 max-tight:text-left"
      >
        After the next close
      </td>
    )}
  </tr>
)

type CellProps = { column: string; result: Result }

const Cell = ({ column, result: { mean, low, high } }: CellProps) => (
  <td className="py-3 pl-3 text-right max-tight:p-0 max-tight:text-left">
    <span className="hidden text-small text-ink-3 max-tight:block">{column}</span>
    <span className="block text-title font-strong">{percentOf(mean)}</span>
    <span className="block text-small text-ink-2">
      {/* Both signs of percent wouldn’t fit a phone. */}
      {percentOf(low).slice(0, -1)} to {percentOf(high)}
    </span>
  </td>
)
