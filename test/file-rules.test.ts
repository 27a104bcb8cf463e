// What every file of the project keeps to: its length, its first sentence, its name, what it exports.
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source.ts'

// A tool's configuration has the shape the tool wants.
const files = sourceFiles().filter(({ path }) => !path.endsWith('.config.ts'))
const within = (...starts: string[]) =>
  files.filter(({ path }) => starts.some((start) => path.startsWith(start)))

/** Every file whose code has what the rule forbids, with the first occurrence. */
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

  test('opens with a sentence that says what it is for', () => {
    const silent = files.filter(({ text }) => !/^(#!.*\n)?(\/\/ |\/\* |\/\*\* ?)\S/.test(text))
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  test('has a name in small letters and dashes, in a room that says what is in it', () => {
    const names = files.map(({ path }) => path)
    expect(
      names.filter((path) => !path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))),
    ).toEqual([])
    const vague = /(^|[/-])(utils?|helpers?|common|misc|services?|managers?|types)([/.-]|$)|(^|\/)index\./
    expect(names.filter((path) => vague.test(path))).toEqual([])
  })

  test('is no barrel that only hands on what others export', () => {
    expect(containing(files, /^export \* from/m)).toEqual([])
    expect(
      containing(within('shared/', 'server/', 'web/', 'sandbox/'), /^export (type )?\{[^}]*\} from/m),
    ).toEqual([])
  })

  test('has names for what it exports; only what is loaded late has none, as React asks for it', () => {
    const late = files.flatMap(({ imports }) => imports.filter(({ isLazy }) => isLazy).map(({ to }) => to))
    const others = within('shared/', 'server/', 'web/', 'sandbox/').filter(({ path }) => !late.includes(path))
    expect(containing(others, /^export default/m)).toEqual([])
  })

  test('knows no path of somebody’s machine', () => {
    expect(containing(files, /(?<![\w.])\/(work|home\/\w+|Users\/\w+|root)\/\w|[A-Z]:\\\\/)).toEqual([])
  })
})
