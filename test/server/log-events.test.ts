// The events of the log: each line has one, and docs/operating.md explains all of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOG_EVENTS } from '#server/log-events.ts'
import { OperatorError, openLog } from '#server/log.ts'
import { sourceFiles } from '#test/source.ts'

const server = sourceFiles().filter(
  ({ path }) => path.startsWith('server/') && path !== 'server/log-events.ts',
)
const code = server.map((file) => file.code).join('\n')
/** Every line that our code writes, up to the end of its first field. */
const written = [...code.matchAll(/\blog(?:\.(?:debug|info|warn|error|fatal|trace)|\[[^\]]+\])\((.{0,70})/gs)]

test('each line of the log names its event first', () => {
  expect(written.length).toBeGreaterThan(40)
  const unnamed = written.filter(
    ([, fields = '']) => !/^\s*(\{\s*event: '\w+'|userId === undefined \? fields)/.test(fields),
  )
  expect(unnamed.map(([line]) => line)).toEqual([])
})

test('only the typed log is used: Fastify’s takes lines without an event, and the console isn’t JSON', () => {
  const others = server.flatMap(({ path, code: text }) =>
    [...text.matchAll(/\b(?:request|reply|app|scope)\.log\b|\bconsole\./g)].map(
      ([found]) => `${path}: ${found}`,
    ),
  )
  expect([...new Set(others)]).toEqual(['server/main.ts: console.'])
})

test('each event is written somewhere, and the documentation explains exactly these', () => {
  expect(LOG_EVENTS.filter((event) => !code.includes(`event: '${event}'`))).toEqual([])
  const docs = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [, table = ''] = /\| event \| level \| meaning \|\n([^]*?)\n\n/.exec(docs) ?? []
  expect([...table.matchAll(/^\| `(\w+)`/gm)].map(([, event]) => event).toSorted()).toEqual(
    [...LOG_EVENTS].toSorted(),
  )
})

test('a line without an event doesn’t compile, and gets the event of the web framework when it runs', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  log.info('Server listening')
  log.warn({ event: 'not_ready' }, 'not ready')
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'framework',
    'not_ready',
  ])
})

test('faults that the operator can fix have no stack in the log', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  log.error({ event: 'job_failed', err: new OperatorError('The mail server refuses the password') }, 'failed')
  log.error({ event: 'job_failed', err: new Error('a bug') }, 'failed')
  const errors = lines.map((line) => (JSON.parse(line) as { err: Record<string, unknown> }).err)
  expect(errors[0]).toEqual({ type: 'OperatorError', message: 'The mail server refuses the password' })
  expect(errors[1]).toMatchObject({ message: 'a bug', stack: expect.any(Array) as unknown })
})
