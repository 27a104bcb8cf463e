// The result of following every signal at once or a day later, before and after the price, beside the
// author's own.
import { type ReactNode, useState } from 'react'
import type { Rating } from '#shared/contracts/ratings.ts'
import { price } from '#shared/rules/money.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/money-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useAmount } from './amount.ts'
import { afterPrice, capitalText, costOf, costText, readCapital } from '#shared/rules/follower-cost.ts'

const BEFORE = 'Before the price'

type Figures = NonNullable<Rating['figures']>
type Result = { mean: string | number; low: string | number; high: string | number }
type FollowerResultProps = {
  figures: Figures
  priceInCents: number | null
  /** The author's first name. */
  name: string
  /** What the follower copies. */
  copied: 'signal' | 'public trade' | 'subscriber trade'
}

export function FollowerResult({ figures, priceInCents, name, copied }: FollowerResultProps) {
  const [amount, setAmount] = useAmount()
  const [typed, setTyped] = useState(capitalText(amount))
  const { cents: shown, problem } = readCapital(typed)
  // The amount was changed elsewhere on the page.
  if (shown !== undefined && shown !== amount) setTyped(capitalText(amount))
  const change = (text: string) => {
    const { cents } = readCapital(text)
    setTyped(text)
    if (cents !== undefined) setAmount(cents)
  }
  const cost = priceInCents === null ? null : costOf(figures, priceInCents, amount)
  const after = `After ${price(priceInCents ?? 0)} a month`
  const time = figures.yearly ? 'per year' : 'in this time'
  return (
    <Card as="section" aria-labelledby="follower" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="follower" className="text-title font-strong">
          If you had followed
        </h2>
        <p className="text-small text-pretty text-ink-2">
          What you’d be ahead of the market {time}, copying every {copied}.{' '}
          <TextLink href={`${paths.method}?rule=a-follower`}>How it’s calculated</TextLink>
        </p>
      </div>
      <div className="@container">
        <table className="block w-full table-fixed tabular-nums @min-[24rem]:table">
          <caption className="sr-only">If you had followed, {time}</caption>
          <thead className="hidden @min-[24rem]:table-header-group">
            <tr className="align-bottom text-small text-ink-3">
              <th scope="col" className="w-[26%] pb-1 text-left font-medium">
                <span className="sr-only">Entry</span>
              </th>
              <Head>{BEFORE}</Head>
              {priceInCents !== null && <Head>{after}</Head>}
            </tr>
          </thead>
          <tbody className="block @min-[24rem]:table-row-group">
            <Row name={`Same close as ${name}`} result={figures} {...{ cost, after }} />
            <Row name="One day later" result={figures.dayLater} {...{ cost, after }} />
          </tbody>
        </table>
      </div>
      {priceInCents === null ? (
        <p className="text-small text-ink-2">Following is free: there’s no price to subtract.</p>
      ) : (
        <div className="@container">
          <div className="grid gap-3 @min-[24rem]:grid-cols-[12rem_minmax(0,1fr)] @min-[24rem]:gap-6">
            <Field label="Your amount" hint="Stays in this browser" error={problem}>
              <MoneyInput value={typed} onChange={({ target }) => change(target.value)} />
            </Field>
            <p
              aria-live="polite"
              className="text-label text-pretty text-ink-2 tabular-nums @min-[24rem]:self-start @min-[24rem]:pt-9"
            >
              {costText(priceInCents, amount)}
            </p>
          </div>
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
type RowProps = { name: string; result: Figures['dayLater']; cost: number | null; after: string }

/**
 * In a narrow container, the figures are below the name, each labeled with its column; with text at 200%, below each
 * other.
 */
const Row = ({ name, result, cost, after }: RowProps) => (
  <tr className="grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line py-3 align-baseline @min-[14rem]:grid-cols-2 @min-[24rem]:table-row">
    <th scope="row" className="col-span-full text-left text-label font-medium @min-[24rem]:py-3">
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
        className="col-span-full text-small text-ink-2 @min-[24rem]:py-3 @min-[24rem]:pl-3 @min-[24rem]:text-right"
      >
        After the next close
      </td>
    )}
  </tr>
)

type CellProps = { column: string; result: Result }

const Cell = ({ column, result: { mean, low, high } }: CellProps) => (
  <td className="@min-[24rem]:py-3 @min-[24rem]:pl-3 @min-[24rem]:text-right">
    <span className="block text-small text-ink-3 @min-[24rem]:hidden">{column}</span>
    <span className="block text-title font-strong">{percentOf(mean)}</span>
    <span className="block text-small text-ink-2">
      {/* Two percent signs wouldn’t fit on a phone. */}
      {percentOf(low).slice(0, -1)} to {percentOf(high)}
    </span>
  </td>
)
