// How scoring works: the idea in two minutes, then everything exactly under "Details and formulas".
import type { ReactNode } from 'react'
import { ShieldCheck, X } from 'lucide-react'
import { useSearch } from 'wouter'
import { hasSamplePrices } from '#web/lib/config.ts'
import { useJumpTo } from '#web/lib/jump-to.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { PriceBreakdown } from '#web/ui/facts.tsx'
import { IconList } from '#web/ui/icon-list.tsx'
import { RangeBar } from '#web/ui/range-bar.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { CANT_TELL, CHEATS, LABELS, STEPS } from './in-short.ts'
import { NOT_COUNTED, RECORD_RULES, SIGNAL_RULES, type Rule } from './rules.ts'
import { Versions } from './versions.tsx'
import { WorkedExample } from './worked-example.tsx'

export function Method() {
  const rule = new URLSearchParams(useSearch()).get('rule')
  useJumpTo(rule)
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">How scoring works</h1>
        <p className="text-lead text-pretty text-ink-2">
          Every signal counts, losers too, at prices the author can’t pick. Here’s the whole idea in two
          minutes.
          {hasSamplePrices() && ' This server calculates with sample prices, in the same way.'}
        </p>
      </div>
      <Section title="One signal">
        <ol className="grid gap-5 md:grid-cols-2 md:gap-6">
          {STEPS.map(({ name, text }, place) => (
            <li key={name} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-4">
              <span
                aria-hidden="true"
                className="grid size-7 place-items-center rounded-full bg-brand-soft text-small font-strong text-brand"
              >
                {place + 1}
              </span>
              <div className="grid content-start gap-1">
                <p className="font-strong">{name}</p>
                <p className="text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="An example" note="A buy of a share for “days”, with made-up prices. It lost.">
        <PriceBreakdown
          items={[
            { label: 'Bought at the close of the day', value: '$71.12' },
            { label: 'Sold at the close 5 trading days later', value: '$70.82' },
            { label: 'Result', value: '−0.4%' },
            { label: 'SPY over the same days', value: '+1.0%' },
          ]}
          total={{ label: 'Behind the market', value: <span className="text-loss">−1.4 pts</span> }}
        />
      </Section>
      <Section title="From many trades to one figure">
        <p className="text-pretty text-ink-2">
          We treat a person’s signals as one portfolio of up to ten equal trades, after costs, and each week
          compare it with the mix of index funds that moved most like it. What is left is the lead. Then we
          work out what luck alone could explain, and that is the range.
        </p>
        <figure className="grid gap-2 rounded-card border border-line p-4 tabular-nums">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-title font-strong text-gain">+11.5%</span>
            <span className="text-label font-medium">a year ahead of the market</span>
          </p>
          <RangeBar
            low={0.072}
            middle={0.115}
            high={0.158}
            label="Likely +7% to +16% a year ahead of the market"
          />
          <span aria-hidden="true" className="text-center text-caption text-ink-3">
            Market
          </span>
          <figcaption className="text-small text-pretty text-ink-2">
            The dot is the average. The left end of the bar, +7.2%, is the cautious estimate, “at least” on
            the board.
          </figcaption>
        </figure>
        <p className="text-pretty text-ink-2">
          The board also says how many of 1,000 simulated monkeys would be on it: they trade on the same days,
          with random tickers of similar risk.
        </p>
      </Section>
      <Section title="The labels">
        <ul className="grid gap-4">
          {LABELS.map(({ tone, name, text }) => (
            <li
              key={name}
              className="grid justify-items-start gap-1 md:grid-cols-[15rem_minmax(0,1fr)] md:items-baseline md:gap-4"
            >
              <Badge tone={tone}>{name}</Badge>
              <p className="text-small text-pretty text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Ways to cheat, and why they don’t work">
        <Rules rules={CHEATS} />
      </Section>
      <Section title="What this can’t tell you">
        <ul className="grid list-disc gap-2 pl-5 text-pretty text-ink-2">
          {CANT_TELL.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Section>
      <Details isOpen={rule !== null} />
      <Section title="Check it">
        <IconList
          items={[
            {
              icon: ShieldCheck,
              text: (
                <p className="text-pretty">
                  Each signal’s page has all the prices of its result, and{' '}
                  <TextLink href={paths.verify}>its entry in the log can be checked</TextLink>. The{' '}
                  <TextLink href={paths.log}>public log</TextLink> says what that proves, and what it doesn’t.{' '}
                  <TextLink href="/log/rescore.py" download>
                    rescore.py
                  </TextLink>{' '}
                  recomputes every record from the log and prices.
                </p>
              ),
            },
          ]}
        />
        <p className="text-small text-ink-2">
          Calculated results; no account achieved them. Information, not advice.
        </p>
      </Section>
    </>
  )
}

/** Open if the address names one of its rules. */
const Details = ({ isOpen }: { isOpen: boolean }) => (
  <Card id="formulas" className="scroll-mt-20 py-2! md:py-3!">
    <Disclosure label="Details and formulas" defaultOpen={isOpen}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pb-4">
        <p className="text-small text-pretty text-ink-2">
          Method 2. Every result says which method it uses. Changes are announced in the public log before
          they’re used.
        </p>
        <Part title="Each signal">
          <Rules rules={SIGNAL_RULES} />
        </Part>
        <Part title="A person’s record">
          <Rules rules={RECORD_RULES} />
        </Part>
        <WorkedExample />
        <Part title="What isn’t counted">
          <IconList items={NOT_COUNTED.map((text) => ({ icon: X, text }))} />
        </Part>
        <Versions />
      </div>
    </Disclosure>
  </Card>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 className="text-title font-strong">{title}</h2>
    {children}
  </section>
)

type SectionProps = { title: string; note?: string; children: ReactNode }

const Section = ({ title, note, children }: SectionProps) => (
  <Card as="section" aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div className="grid gap-1">
      <h2 className="text-title font-strong text-pretty">{title}</h2>
      {note !== undefined && <p className="text-small text-ink-2">{note}</p>}
    </div>
    {children}
  </Card>
)

/** The name beside the rule, or above it on phones. */
const Rules = ({ rules }: { rules: readonly Rule[] }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
    {rules.map(({ id, name, text, formula }) => (
      <div
        key={name}
        id={id}
        className="grid scroll-mt-20 gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
      >
        <dt className="font-strong text-pretty">{name}</dt>
        <dd className="grid gap-2 text-pretty text-ink-2">
          {text}
          {formula !== undefined && (
            <code className="rounded-control bg-canvas px-3 py-2 text-small wrap-anywhere text-ink">
              {formula}
            </code>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
