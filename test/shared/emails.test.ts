// Every email of the product as HTML and as plain text: both say the same, and nothing in them is loaded or executed.
import { describe, expect, test } from 'vitest'
import { composeEmail, EMAILS } from '#shared/emails/templates.ts'
import { renderHtml } from '#shared/emails/render-html.ts'
import { renderText } from '#shared/emails/render-text.ts'
import { EMAIL_SAMPLES, SAMPLE_SITE } from '#web/workshop/email-samples.ts'

test('the workshop shows every email', () => {
  const shown = new Set(Object.keys(EMAIL_SAMPLES).map((name) => name.split(',')[0]))
  expect([...shown].toSorted()).toEqual(Object.keys(EMAILS).toSorted())
})

/** The text that a person reads in the HTML. */
const wordsOf = (html: string) =>
  html
    .replace(/^[^]*<body[^>]*>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')

describe.each(Object.entries(EMAIL_SAMPLES))('%s', (_name, email) => {
  const html = renderHtml(email, SAMPLE_SITE)
  const text = renderText(email, SAMPLE_SITE)

  test('says the same as HTML and as text', () => {
    const isOnlyLinked = [
      SAMPLE_SITE.publicUrl,
      email.unsubscribe?.url,
      ...email.blocks.flatMap((block) => (block.kind === 'link' ? [block.url] : [])),
    ]
    for (const line of text.split('\n')) {
      const words = line.replace(/^--? /, '').replace(/:$/, '')
      const [name = '', value] = words.split(/: (?=\S+$|[A-Z$])/)
      for (const part of value === undefined ? [words] : [name, value])
        expect(isOnlyLinked.includes(part) ? html.replaceAll('&amp;', '&') : wordsOf(html)).toContain(part)
    }
    expect(wordsOf(html)).toContain(email.subject)
  })

  test('says why it was sent, and has no empty part', () => {
    expect(text).toContain(`-- \n${email.reason}\n`)
    expect(email.reason).toMatch(/^You got this email because .+\.$/)
    expect(text).not.toMatch(/undefined|null|\[object|NaN|Invalid|\n\n\n/)
  })

  test('loads and runs nothing, and links only to the product and its invoices', () => {
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form)\b|url\(|@import| on\w+=/i)
    for (const [, url = ''] of html.matchAll(/href="([^"]*)"/g))
      // An invoice is on Stripe's own page.
      expect(url).toMatch(/^https:\/\/(signalpost\.example|invoice\.stripe\.com)\b/)
  })
})

test('text that people wrote can’t become markup', () => {
  const creator = '<b onclick="x">&"maya"</b>'
  const email = composeEmail(
    'subscriptionEnds',
    { creator, endsAt: '2026-03-09T12:00:00.000Z', hasAccess: false },
    SAMPLE_SITE,
  )
  const html = renderHtml(email, SAMPLE_SITE)
  expect(html).not.toMatch(/<b\b/)
  expect(wordsOf(html)).toContain(`${creator} no longer offers subscriptions`)
})
