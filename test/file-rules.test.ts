// Rules for every source file: its length, its first line, its name, and what it exports.
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source.ts'

// Each tool dictates what its configuration file exports.
const files = sourceFiles().filter(({ path }) => !path.endsWith('.config.ts'))
const within = (...starts: string[]) =>
  files.filter(({ path }) => starts.some((start) => path.startsWith(start)))

/** Every file whose code matches the forbidden pattern, with the first match. */
function containing(some: SourceFile[], pattern: RegExp): string[] {
  return some.flatMap(({ path, code }) => {
    const found = code.match(pattern)
    return found ? [`${path}: ${found[0].trim()}`] : []
  })
}

describe('Every file', () => {
  test('has at most 250 lines', () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > 250)
    expect(long.map(({ path, lines }) => `${path} has ${lines}`)).toEqual([])
  })

  test('opens with a comment that says what it is for', () => {
    const uncommented = files.filter(({ text }) => !/^(#!.*\n)?(\/\/ |\/\* |\/\*\* ?)\S/.test(text))
    expect(uncommented.map(({ path }) => path)).toEqual([])
  })

  test('has a kebab-case name, and no folder or file has a vague one such as utils', () => {
    const names = files.map(({ path }) => path)
    expect(
      names.filter((path) => !path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))),
    ).toEqual([])
    const vague = /(^|[/-])(utils?|helpers?|common|misc|services?|managers?|types)([/.-]|$)|(^|\/)index\./
    expect(names.filter((path) => vague.test(path))).toEqual([])
  })

  test('is not a barrel that only re-exports', () => {
    expect(containing(files, /^export \* from/m)).toEqual([])
    expect(
      containing(
        within('shared/', 'engine/', 'server/', 'web/', 'tools/sandbox/'),
        /^export (type )?\{[^}]*\} from/m,
      ),
    ).toEqual([])
  })

  test('uses named exports, except lazily loaded components, which React.lazy wants as a default export', () => {
    const lazy = files.flatMap(({ imports }) => imports.filter(({ isLazy }) => isLazy).map(({ to }) => to))
    const others = within('shared/', 'engine/', 'server/', 'web/', 'tools/sandbox/').filter(
      ({ path }) => !lazy.includes(path),
    )
    expect(containing(others, /^export default/m)).toEqual([])
  })

  test('contains no absolute path of a developer’s machine', () => {
    expect(containing(files, /(?<![\w.])\/(work|home\/\w+|Users\/\w+|root)\/\w|[A-Z]:\\\\/)).toEqual([])
  })
})
