// Writes server/features/users/confusables.txt from Unicode's confusables.txt (UTS #39), with each new version of Unicode:
//   node tools/scripts/run.mjs tools/scripts/write-confusables.ts <Unicode's file>
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OUTPUT = join(import.meta.dirname, '../../server/features/users/confusables.txt')

const [input = ''] = process.argv.slice(2)
const source = readFileSync(input, 'utf8')
const version = /^# Version: (\S+)$/m.exec(source)?.[1]
const copyright = /^# (© .+)$/m.exec(source)?.[1]
if (version === undefined || copyright === undefined)
  throw new Error(`${input} isn’t Unicode’s confusables.txt`)

/** The characters that look like a text, by the text, all in hexadecimal. */
const lookalikes = new Map<string, string[]>()
for (const line of source.split('\n')) {
  const [, from, to = ''] = /^([\dA-F]+) ;\t([\dA-F ]+?) ;\tMA\b/.exec(line) ?? []
  if (from !== undefined) lookalikes.set(to, [...(lookalikes.get(to) ?? []), from])
}
const license = readFileSync(OUTPUT, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('# | '))
writeFileSync(
  OUTPUT,
  [
    `# Confusable characters of Unicode ${version} (UTS #39), written by tools/scripts/write-confusables.ts. Each line has a text and`,
    '# the characters that look like it, in hexadecimal.',
    `# ${copyright} Distributed under the Unicode License v3:`,
    ...license,
    ...[...lookalikes].map(([to, from]) => `${to}: ${from.join(' ')}`),
    '',
  ].join('\n'),
)
