// Terms, privacy, refunds and help: the default texts, the operator's own, and what keeps production from starting.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blanksText, readDocuments } from '#server/features/legal/documents.ts'
import { scratchRoot } from '#test/scratch.ts'

const NOBODY = {
  legalDir: undefined,
  operatorName: undefined,
  operatorAddress: undefined,
  platformFeePercent: 5,
  pastDueGraceDays: 7,
}
const OPERATOR = {
  ...NOBODY,
  operatorName: 'Harbor Signals Inc.',
  operatorAddress: '1 Harbor Street, Portland, ME',
}

let dir: string
beforeAll(async () => void (dir = await mkdtemp(join(await scratchRoot(), 'signalpost-legal-'))))
afterAll(() => rm(dir, { recursive: true }))

const file = (text: string, head = 'title: Terms\ndescription: Ours\nupdated: 2026-11-27') =>
  writeFile(join(dir, 'terms.md'), `---\n${head}\n---\n${text}`)
const terms = async () => (await readDocuments({ ...OPERATOR, legalDir: dir })).terms

test('the default texts follow the settings, and mark what only the operator knows', async () => {
  const { terms: ours, privacy } = await readDocuments(OPERATOR)
  expect(ours.html).toContain('run by Harbor Signals Inc., 1 Harbor Street')
  expect(ours.html).toContain('Signalpost keeps 5%')
  expect(ours.html).toContain('keep access for 7 days')
  expect(ours.blanks).toEqual(['your liability clause, and the law and courts that apply'])
  expect(privacy.html).toContain('<strong>[an email address for privacy questions]</strong>')
})

test('a missing setting is a blank with its name', async () => {
  expect(blanksText(await readDocuments(NOBODY))[0]).toMatch(
    /^terms\.md has blanks to fill in: OPERATOR_NAME; OPERATOR_ADDRESS; your liability clause/,
  )
})

test('the operator’s own file takes the place of the default, and has no blanks once they are filled in', async () => {
  await file('We are {{operator_name}}.\n')
  const own = await terms()
  expect(own).toMatchObject({ title: 'Terms', updated: '2026-11-27', blanks: [] })
  expect(own.html).toBe('<p>We are Harbor Signals Inc..</p>\n')
  const { version } = own
  await file('We are {{operator_name}}, as before.\n')
  expect((await terms()).version).not.toBe(version)
})

test('scripts, raw HTML and links that run scripts are shown as text', async () => {
  await file('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[press](javascript:alert(1))\n')
  const { html } = await terms()
  expect(html).not.toMatch(/<script|<img|href/)
  expect(html).toContain('&lt;script&gt;')
})

test.each([
  ['no front matter', '# Terms\n', /must begin with its front matter/],
  [
    'a date that doesn’t exist',
    '---\ntitle: T\ndescription: D\nupdated: 2026-02-31\n---\n',
    /wrong at updated/,
  ],
  ['no title', '---\ndescription: D\nupdated: 2026-11-27\n---\n', /wrong at title/],
  ['broken YAML', '---\ntitle: "T\n---\n', /isn’t YAML/],
  [
    'an unknown value',
    '---\ntitle: T\ndescription: D\nupdated: 2026-11-27\n---\n{{owner}}\n',
    /uses \{\{owner\}\}/,
  ],
])('a file with %s is refused, and the message names it', async (_name, text, message) => {
  await writeFile(join(dir, 'terms.md'), text)
  await expect(terms()).rejects.toThrow(message)
  await expect(terms()).rejects.toThrow(/terms\.md/)
})
