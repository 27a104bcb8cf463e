// The report form, which also works without an account. Reports of intimate pictures have a signed statement.
import { type FormEvent, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from 'wouter/use-browser-location'
import { notices } from '#shared/contracts/notices.ts'
import { NOTICE_NAME_MAX, REPORT_TEXT_MAX } from '#shared/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#shared/rules/report-reasons.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { dateAndTime } from '#web/lib/money-and-dates.ts'
import { useAuth } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Input, Textarea } from '#web/ui/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { LinkedObject } from './linked-object.tsx'

const REASONS = (Object.keys(REPORT_REASONS) as ReportReason[])
  .filter((reason) => reason !== 'intimate_pictures')
  .map((value) => ({ value, label: REPORT_REASONS[value].label }))

type Fields = { url: string; text: string; name: string; email: string; signature: string }
const EMPTY: Fields = { url: '', text: '', name: '', email: '', signature: '' }

export function NoticeForm() {
  const isPicture = new URLSearchParams(useSearch()).get('form') === 'picture'
  return <Form key={String(isPicture)} isPicture={isPicture} />
}

function Form({ isPicture }: { isPicture: boolean }) {
  const { user } = useAuth()
  const [fields, setFields] = useState({ ...EMPTY, email: user?.email ?? '' })
  const [reason, setReason] = useState<ReportReason>()
  const [isAccurate, setIsAccurate] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const send = useMutation({
    mutationFn: (given: ReportReason) =>
      call(notices.send, { body: { ...fields, reason: given, isAccurate: true } }),
  })
  const missing = missingIn({ ...fields, reason, isAccurate }, isPicture)
  const errorOf = (field: keyof typeof missing) =>
    isChecked && missing[field] !== undefined ? missing[field] : serverError(send.error, field)
  const given = isPicture ? 'intimate_pictures' : reason
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (given && Object.values(missing).every((error) => error === undefined)) send.mutate(given)
  }
  const input = (field: keyof Fields) => ({
    value: fields[field],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [field]: target.value }),
  })
  if (send.data) return <Sent {...send.data} />
  const unnamed = send.error && !(send.error instanceof ApiError && send.error.problem['field'])
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">
          {isPicture ? 'Report an intimate picture' : 'Report something'}
        </h1>
        <p className="text-lead text-pretty text-ink-2">
          {isPicture
            ? 'Of you, shared without your consent. We remove it within 48 hours, and refuse copies of it.'
            : user
              ? 'For something you can’t report from its menu. We answer by email.'
              : 'No account needed. We answer everyone who leaves an email.'}
        </p>
      </div>
      <Card>
        <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <Field
              label="Link to the signal, comment or profile"
              hint="Copy it from the address bar. For a comment, use Copy link in its menu."
              error={errorOf('url')}
            >
              <Input {...input('url')} inputMode="url" autoCapitalize="none" spellCheck={false} />
            </Field>
            <LinkedObject url={fields.url} hidesPicture={isPicture} />
          </div>
          {!isPicture && (
            <Field label="What’s wrong?" error={errorOf('reason')}>
              <Select
                options={REASONS}
                value={reason}
                placeholder="Choose a reason"
                onValueChange={setReason}
              />
            </Field>
          )}
          <Field
            label={
              isPicture
                ? 'Where is it, and how do we know it’s you?'
                : 'Why is it unlawful or against the rules?'
            }
            error={errorOf('text')}
            counter={`${fields.text.length}/${REPORT_TEXT_MAX}`}
          >
            <Textarea
              {...input('text')}
              maxLength={REPORT_TEXT_MAX}
              placeholder={
                isPicture
                  ? 'The profile picture; I’m the person on it'
                  : 'Name the passage, and the law if you know it'
              }
            />
          </Field>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2">
            {!isPicture && (
              <Field label="Your name" mark="(Optional)" error={errorOf('name')}>
                <Input {...input('name')} maxLength={NOTICE_NAME_MAX} autoComplete="name" />
              </Field>
            )}
            <Field label="Your email" mark={isPicture ? undefined : '(Optional)'} error={errorOf('email')}>
              <Input {...input('email')} type="email" autoComplete="email" />
            </Field>
            {isPicture && (
              <Field
                label="Signature"
                hint="Type your name. You may sign for somebody who asked you to."
                error={errorOf('signature')}
              >
                <Input {...input('signature')} maxLength={NOTICE_NAME_MAX} autoComplete="name" />
              </Field>
            )}
          </div>
          <div className="grid gap-1">
            <label className="flex items-start gap-3 text-small">
              <input
                type="checkbox"
                className="mt-0.5 size-6 flex-none accent-brand-solid"
                checked={isAccurate}
                aria-invalid={errorOf('isAccurate') !== undefined || undefined}
                aria-describedby={errorOf('isAccurate') ? 'accurate-error' : undefined}
                onChange={({ target }) => setIsAccurate(target.checked)}
              />
              <span className="self-center">
                {isPicture &&
                  'The picture is intimate and was shared without the consent of the person on it. '}
                What I say here is accurate and complete to the best of my knowledge.
              </span>
            </label>
            {errorOf('isAccurate') && <FieldError id="accurate-error">{errorOf('isAccurate')}</FieldError>}
          </div>
          {unnamed && (
            <Banner tone="loss" role="alert">
              {messageOf(send.error) ?? 'Couldn’t send the report. Try again.'}
            </Banner>
          )}
          <Button type="submit" block pending={send.isPending} pendingLabel="Sending...">
            Send report
          </Button>
          <p className="text-small text-ink-2">
            With your email, you’ll get a confirmation, then the outcome and why.
          </p>
        </form>
      </Card>
      <Card as="section" aria-labelledby="other-form" className="grid justify-items-start gap-2">
        <h2 id="other-form" className="text-lead font-strong">
          {isPicture ? 'Something else?' : 'Intimate picture of you, shared without consent?'}
        </h2>
        {!isPicture && (
          <p className="text-small text-ink-2">
            There’s a shorter form for that. We remove it within 48 hours, and refuse copies of it.
          </p>
        )}
        <TextLink href={isPicture ? paths.report : paths.reportPicture}>
          {isPicture ? 'Use the general form' : 'Use the 48-hour form'}
        </TextLink>
      </Card>
    </>
  )
}

type Given = Fields & { reason: ReportReason | undefined; isAccurate: boolean }

function missingIn(given: Given, isPicture: boolean) {
  const isEmpty = (field: keyof Fields) => given[field].trim() === ''
  return {
    url: isEmpty('url') ? 'Enter the link' : undefined,
    reason: !isPicture && !given.reason ? 'Choose a reason' : undefined,
    text: isEmpty('text') ? 'Say what’s wrong' : undefined,
    name: undefined,
    email: isPicture && isEmpty('email') ? 'We need your email for this form' : undefined,
    signature: isPicture && isEmpty('signature') ? 'Sign with your name' : undefined,
    isAccurate: given.isAccurate ? undefined : 'Confirm that what you say is accurate',
  }
}

const serverError = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError && error.problem['field'] === field ? messageOf(error) : undefined

function Sent({ dueAt, isConfirmed }: { dueAt: Date; isConfirmed: boolean }) {
  return (
    <Card as="section" aria-labelledby="sent" className="grid gap-2">
      <h1 id="sent" className="text-heading font-strong">
        We got your report
      </h1>
      <p role="status">
        A moderator decides by {dateAndTime(dueAt)}.
        {isConfirmed && ' The confirmation and later the outcome come by email.'}
      </p>
      <p>
        <TextLink href={paths.rules}>What happens then</TextLink>
      </p>
    </Card>
  )
}
