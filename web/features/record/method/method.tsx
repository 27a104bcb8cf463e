// How signals are scored: in two sentences, in exact rules, in an example, and what prevents gaming.
import type { ReactNode } from 'react'
import { ShieldCheck, X } from 'lucide-react'
import { useSearch } from 'wouter'
import { hasSamplePrices } from '#web/lib/config.ts'
import { useJumpTo } from '#web/lib/jump-to.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { IconList } from '#web/ui/icon-list.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { ATTACKS, NOT_COUNTED, RECORD_RULES, SIGNAL_RULES, type Rule, TWO_SENTENCES } from './rules.ts'
import { Versions } from './versions.tsx'
import { WorkedExample } from './worked-example.tsx'

export function Method() {
  useJumpTo(new URLSearchParams(useSearch()).get('rule'))
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">How signals are scored</h1>
        <p className="text-pretty text-ink-2">
          Every signal, the losers too, at official closes that its author can’t choose. This is method 2;
          each result names its method.
          {hasSamplePrices() && ' This server calculates with sample prices, in the same way.'}
        </p>
      </div>
      <Card className="grid gap-3 border-brand/30! bg-brand-soft!">
        <h2 className="text-label font-medium text-brand">In two sentences</h2>
        {TWO_SENTENCES.map((sentence) => (
          <p key={sentence} className="text-lead text-pretty">
            {sentence}
          </p>
        ))}
      </Card>
      <Section title="One signal">
        <Rules rules={SIGNAL_RULES} />
      </Section>
      <WorkedExample />
      <Section title="A person’s record">
        <Rules rules={RECORD_RULES} />
      </Section>
      <Section title="How to game this, and what happens">
        <Rules rules={ATTACKS} />
      </Section>
      <Section title="What isn’t counted">
        <IconList items={NOT_COUNTED.map((text) => ({ icon: X, text }))} />
      </Section>
      <Versions />
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
          Paper results: nobody’s account achieved them. Information, not advice.
        </p>
      </Section>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <h2 className="text-title font-strong text-pretty">{title}</h2>
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
