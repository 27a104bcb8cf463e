// What to do about a case, and why. The reasons are prepared from what was reported.
import { type FormEvent, useId, useRef, useState } from 'react'
import type { AdminCase } from '#shared/contracts/cases.ts'
import type { Measure } from '#shared/contracts/reports.ts'
import { APPEAL_DAYS, DECISION_TEXT_MAX } from '#shared/limits.ts'
import { HOUSE_RULES, ruleFor } from '#shared/rules/house-rules.ts'
import { shownMessage } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Input, Textarea } from '#web/ui/text-input.tsx'
import { mainReasonOf } from './case-words.ts'
import { Choices } from './choices.tsx'
import { useDecide } from './queries.ts'
import { useKeys } from './use-keys.ts'

const DISMISSED = 'It follows our rules.'
const LENGTHS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'ever', label: 'Permanently' },
] as const
type Length = (typeof LENGTHS)[number]['value']

const RULES = [
  ...HOUSE_RULES.map(({ title }, index) => `Rule ${index + 1}: ${title}`).map((rule) => ({
    value: rule,
    label: rule,
  })),
  { value: 'law', label: 'The law' },
]

type Choice = { value: Measure; key: string; label: string; hint: string; button: string }
/** What hiding does to each kind of object. */
const HIDES: Record<AdminCase['subjectKind'], Pick<Choice, 'label' | 'hint' | 'button'>> = {
  signal: { label: 'Hide the text', hint: 'Type, tickers and score stay.', button: 'Hide the text' },
  comment: {
    label: 'Remove the comment',
    hint: 'Its place in the thread stays.',
    button: 'Remove the comment',
  },
  profile: {
    label: 'Remove name, picture and bio',
    hint: 'The username and the record stay.',
    button: 'Remove them',
  },
  picture: {
    label: 'Keep the picture out',
    hint: 'It isn’t shown, and copies are refused.',
    button: 'Keep it out',
  },
}

const choicesFor = (kind: AdminCase['subjectKind']): Choice[] => [
  kind === 'picture'
    ? { value: 'dismiss', key: 'd', label: 'Show it', hint: 'Within the rules.', button: 'Show the picture' }
    : {
        value: 'dismiss',
        key: 'd',
        label: 'Dismiss',
        hint: 'Within the rules. Reporters get an answer.',
        button: 'Dismiss',
      },
  { value: 'hide', key: 'h', ...HIDES[kind] },
  {
    value: 'suspend',
    key: 's',
    label: 'Suspend the account',
    hint: 'They can’t post, sell, or change their name, username, bio or picture. Subscribers aren’t charged.',
    button: 'Suspend',
  },
  {
    value: 'stop_selling',
    key: 'n',
    label: 'No selling',
    hint: 'They can still post. Subscribers aren’t charged.',
    button: 'Stop selling',
  },
  {
    value: 'stop_reporting',
    key: 'r',
    label: 'No reporting',
    hint: 'For somebody who abuses reports.',
    button: 'Stop reporting',
  },
]

export function DecideForm({ found, onDecided }: { found: AdminCase; onDecided: () => void }) {
  const usual = ruleFor(mainReasonOf(found.reasons) ?? 'unlawful')
  const [measure, setMeasure] = useState<Measure>()
  const [rule, setRule] = useState(usual.reference)
  const [law, setLaw] = useState('')
  const [length, setLength] = useState<Length>('7')
  const [written, setWritten] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const decide = useDecide()
  const choices = choicesFor(found.subjectKind)
  const chosen = choices.find(({ value }) => value === measure)
  const text = written ?? (measure === 'dismiss' ? DISMISSED : measure === undefined ? '' : usual.facts)
  const acts = measure !== undefined && measure !== 'dismiss'
  const restricts = acts && measure !== 'hide'
  const isLaw = rule === 'law'
  useKeys({
    ...Object.fromEntries(choices.map(({ key, value }) => [key, () => setMeasure(value)])),
    'mod+enter': () => form.current?.requestSubmit(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (decide.isPending) return
    if (!measure || text.trim() === '' || (acts && isLaw && law.trim() === '')) return setIsMissing(true)
    decide.mutate(
      {
        id: found.id,
        body: {
          measure,
          reason: text,
          ground: isLaw ? 'law' : 'rule',
          reference: acts ? (isLaw ? law : rule) : '',
          days: restricts && length !== 'ever' ? Number(length) : null,
        },
      },
      { onSuccess: onDecided },
    )
  }
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id={id} className="text-title font-strong">
          Decide
        </h2>
        <Choices
          label="Action"
          options={choices.map(({ key, ...choice }) => ({ ...choice, shortcut: key.toUpperCase() }))}
          value={measure}
          error={isMissing && !measure ? 'Choose what to do' : undefined}
          onValueChange={setMeasure}
        />
        {restricts && (
          <Field label="How long">
            <Select options={LENGTHS} value={length} onValueChange={setLength} />
          </Field>
        )}
        {acts && (
          <Field label="Basis">
            <Select options={RULES} value={rule} onValueChange={setRule} />
          </Field>
        )}
        {acts && isLaw && (
          <Field label="Which law" error={isMissing && law.trim() === '' ? 'Name the law' : undefined}>
            <Input value={law} maxLength={200} onChange={(event) => setLaw(event.target.value)} />
          </Field>
        )}
        <Field
          label="What you found, sent to the author and the reporters"
          hint={`Needed for every decision. The author may appeal within ${APPEAL_DAYS} days; another moderator answers.`}
          error={isMissing && measure && text.trim() === '' ? 'Say what you found' : undefined}
        >
          <Textarea
            value={text}
            maxLength={DECISION_TEXT_MAX}
            onChange={(event) => setWritten(event.target.value)}
          />
        </Field>
        {decide.error !== null && (
          <Banner tone="loss" role="alert">
            {shownMessage(decide.error, 'Couldn’t decide this. Try again.')}
          </Banner>
        )}
        <Button
          type="submit"
          variant={acts ? 'danger' : 'primary'}
          className="justify-self-start"
          pending={decide.isPending}
          pendingLabel="Deciding..."
        >
          {chosen?.button ?? 'Decide'}
        </Button>
      </form>
    </Card>
  )
}
