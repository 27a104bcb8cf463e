// Parses the source of a test file: its tests, the cases of its tables, its comments and imports.
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** A call such as `test('…', …)` or `test.each(…)('…', …)`. */
export type TestCall = {
  start: number
  /** As written; a template string without its quotes. */
  title: string
  isSkipped: boolean
  /** The expressions whose items the test iterates over: of `test.each`, `describe.each` and an enclosing `for`. */
  tables: Table[]
}
type Table = { start: number; end: number; names: Set<string> }

/** An item of a list or a property of an object: a possible case of a table. */
export type Item = {
  start: number
  end: number
  /** The variables and functions whose definitions contain it. */
  within: string[]
}

export type Source = {
  path: string
  code: string
  comments: { start: number; end: number; value: string }[]
  tests: TestCall[]
  items: Item[]
  /** The names that the definition of each variable or function uses. */
  definitions: Map<string, Set<string>>
  /** By local name: the file that it is imported from, and its name there. */
  imports: Map<string, { path: string; name: string }>
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

const SKIPS = ['skip', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf']

export function parseTests(path: string, code: string): Source {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} can't be read: ${errors[0]?.message}`)
  const source: Source = {
    path,
    code,
    comments,
    tests: [],
    items: [],
    definitions: new Map(),
    imports: new Map(),
  }
  const visit = (node: Node, around: Node[]) => {
    if (node.type === 'CallExpression') addTest(source, node, around)
    if (node.type === 'ImportDeclaration') addImports(source, node)
    if (node.type === 'ArrayExpression' || node.type === 'ObjectExpression') addItems(source, node, around)
    const name = definedBy(node)
    if (name !== undefined) source.definitions.set(name, namesIn(node))
    for (const child of childrenOf(node)) visit(child, [...around, node])
  }
  visit(program as unknown as Node, [])
  return source
}

const childrenOf = (node: object): Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

function addTest({ code, tests }: Source, node: Node, around: Node[]) {
  const [title, body] = node.arguments as Node[]
  if (!title || !body || !isTest(node.callee)) return
  const calls = [node, ...around.filter(({ type }) => type === 'CallExpression')]
  tests.push({
    start: node.start,
    title: textOf(title) ?? code.slice(title.start, title.end).replaceAll('`', ''),
    isSkipped: calls.some((call) => isSkip(call)) || skipsWithin(node),
    tables: [...around, node].flatMap(tablesOf).map((table) => ({
      start: table.start,
      end: table.end,
      names: namesIn(table),
    })),
  })
}

/** True for `test`, `test.concurrent`, `test.each(…)`; false for `test.step` and `test.beforeEach`. */
function isTest(callee: unknown): boolean {
  const [first, ...words] = wordsOf(callee)
  return first === 'test' && words.every((word) => ['concurrent', 'each', 'for', ...SKIPS].includes(word))
}

/** The names in `test.concurrent.each(…)`: test, concurrent, each. */
function wordsOf(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return wordsOf(callee.callee)
  if (callee.type !== 'MemberExpression') return []
  return [...wordsOf(callee.object), ...wordsOf(callee.property)]
}

/** The lists that a call or a loop iterates over. */
function tablesOf(node: Node): Node[] {
  if (node.type === 'ForOfStatement') return [node.right as Node]
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'CallExpression')
    return []
  return wordsOf(node.callee).some((word) => word === 'each' || word === 'for')
    ? (node.callee.arguments as Node[])
    : []
}

const isSkip = (call: Node) => {
  const words = wordsOf(call.callee)
  return ['test', 'describe'].includes(words[0] ?? '') && words.some((word) => SKIPS.includes(word))
}

/** `skip(…)`, `context.skip(…)` or `test.fixme(…)` inside the test. */
const skipsWithin = (node: Node): boolean =>
  childrenOf(node).some(
    (child) =>
      (child.type === 'CallExpression' && ['skip', 'fixme'].includes(wordsOf(child.callee).at(-1) ?? '')) ||
      skipsWithin(child),
  )

function addItems(source: Source, node: Node, around: Node[]) {
  const within = around.flatMap((one) => definedBy(one) ?? [])
  for (const { start, end } of childrenOf(node)) source.items.push({ start, end, within })
}

function definedBy(node: Node): string | undefined {
  if (node.type !== 'VariableDeclarator' && node.type !== 'FunctionDeclaration') return undefined
  return isNode(node.id) && node.id.type === 'Identifier' ? String(node.id.name) : undefined
}

/** The variables that a piece of code uses, without the properties it reads or sets. */
function namesIn(node: Node): Set<string> {
  if (node.type === 'Identifier') return new Set([String(node.name)])
  const { property: _property, key: _key, ...rest } = node
  return new Set(childrenOf(node.computed === true ? node : rest).flatMap((child) => [...namesIn(child)]))
}

function addImports({ path, imports }: Source, node: Node) {
  const from = textOf(node.source as Node) ?? ''
  const file = from.startsWith('.') ? join(dirname(path), from).replaceAll('\\', '/') : from.replace(/^#/, '')
  for (const { local, imported } of node.specifiers as { local: Node; imported?: Node }[])
    imports.set(String(local.name), { path: file, name: String((imported ?? local).name) })
}

const textOf = ({ type, value }: Node) =>
  type === 'Literal' && typeof value === 'string' ? value : undefined
