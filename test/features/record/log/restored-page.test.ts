// What /log says about a log that was restored from a backup.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SeamBanner } from '#web/features/record/log.tsx'
import { Witnesses } from '#web/features/record/witnesses.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')
const banner = (from: number, to: number) => {
  const at = new Date('2026-11-26T16:00:00Z')
  const seam = { epoch: 2, at, lost: { from, to }, reason: 'The disk failed' }
  return renderToStaticMarkup(createElement(SeamBanner, { seam }))
}

test.each([
  [
    1120,
    1127,
    'Restored from a backup on Nov 26, 2026; entries 1,120 to 1,127 were lost',
    'entry 1,128 names',
  ],
  [1120, 1120, 'Restored from a backup on Nov 26, 2026; entry 1,120 was lost', 'entry 1,121 names'],
])('it names the lost entries %i to %i by number, with the reason', (from, to, title, next) => {
  const html = banner(from, to)
  expect(textOf(html)).toContain(title)
  expect(textOf(html)).toContain('The operator’s reason: “The disk failed”.')
  expect(textOf(html)).toContain(next)
  expect(html).toContain('href="/log/1/checkpoint"')
})

test.each([
  [true, 'hasn’t signed since the restore: it has to be told the log’s new key'],
  [false, 'hasn’t signed yet'],
])('a witness that doesn’t know the log: restored %s', (isRestored, words) => {
  const witnesses = [{ name: 'one.test', size: null, at: null, fault: null }]
  const html = renderToStaticMarkup(createElement(Witnesses, { witnesses, logSize: 3, isRestored }))
  expect(textOf(html)).toContain(words)
})
