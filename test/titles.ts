// The tests there are, read from their sources: the titles of each file, and the texts its tables of cases hold.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'

export type TestFile = {
  /** Titles of its tests; those of `test.each` and in template strings as they are written: "%s is free". */
  titles: Set<string>
  /** Every text in it, and in the files of `test/` it imports: where the cases of its tables are found. */
  texts: Set<string>
}

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const root = join(import.meta.dirname, '..')

let found: Map<string, TestFile> | undefined

/** By what is called "journeys/visitor" of `test/journeys/visitor.e2e.ts`. Read once. */
export const testFiles = (): Map<string, TestFile> => (found ??= readAll())

function readAll(): Map<string, TestFile> {
  const paths = readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(test|e2e)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const names = paths.map((path) => nameOf(path))
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw new Error(`Two test files are called ${twice}`)
  return new Map(paths.map((path, place) => [names[place] ?? path, readTests(path)]))
}

const nameOf = (path: string) =>
  relative(join(root, 'test'), path)
    .replaceAll('\\', '/')
    .replace(/\.(test|e2e)\.tsx?$/, '')

function readTests(path: string): TestFile {
  const { titles, texts, imports } = readSource(path)
  for (const imported of imports) for (const text of readSource(imported).texts) texts.add(text)
  return { titles, texts }
}

/** What a program says: titles of tests, texts, and the files of `test/` it imports. */
function readSource(path: string) {
  const code = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be read: ${errors[0]?.message}`)
  const titles = new Set<string>()
  const texts = new Set<string>()
  const imports: string[] = []
  const visit = (node: Node) => {
    const text = textOf(node, code)
    if (text !== undefined) texts.add(text)
    if (node.type === 'CallExpression' && isTest(node.callee as Node)) {
      const title = textOf((node.arguments as Node[])[0], code)
      if (title !== undefined) titles.add(title)
    }
    if (node.type === 'ImportDeclaration') {
      const from = textOf(node.source as Node, code) ?? ''
      const file = from.startsWith('#test/')
        ? join(root, from.slice(1))
        : from.startsWith('.')
          ? join(dirname(path), from)
          : ''
      if (file.startsWith(join(root, 'test')) && existsSync(file)) imports.push(file)
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(child)) visit(child)
  }
  visit(program as unknown as Node)
  return { titles, texts, imports }
}

/** `test(…)`, `test.concurrent(…)`, `test.each(…)(…)`: not `describe(…)`, `test.step(…)` or `test.beforeEach(…)`. */
function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test'
  if (callee.type === 'CallExpression') return isTable(callee.callee as Node)
  return memberOf(callee, ['concurrent'])
}

const isTable = (callee: Node) => memberOf(callee, ['each', 'for'])

function memberOf(callee: Node, names: string[]): boolean {
  if (callee.type !== 'MemberExpression') return false
  const { object, property } = callee as unknown as { object: Node; property: Node }
  return names.includes(String(property.name)) && (isTest(object) || object.name === 'test')
}

/** A text or number as it is written in the program, without quotes. */
function textOf(node: Node | undefined, code: string): string | undefined {
  if (node?.type === 'Literal' && (typeof node.value === 'string' || typeof node.value === 'number'))
    return String(node.value)
  if (node?.type !== 'TemplateLiteral') return undefined
  return code.slice(Number(node.start) + 1, Number(node.end) - 1)
}
