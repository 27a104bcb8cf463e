// The rules for imports between folders, as sentences, and the tests that enforce them.
import { describe, expect, test } from 'vitest'
import { importCircles, type SourceFile, sourceFiles } from './source.ts'
import { ENGINE_LIBRARIES, WALLS } from './import-rules.ts'
import { OWNERS } from './table-owners.ts'

// Each tool dictates what its configuration file exports.
const files = sourceFiles().filter(({ path }) => !path.endsWith('.config.ts'))
const startsWithAny = (path: string, ...starts: string[]) => starts.some((start) => path.startsWith(start))
const within = (...starts: string[]) => files.filter(({ path }) => startsWithAny(path, ...starts))

/** Every import that the rule forbids, as "a.ts imports b.ts". */
function forbidden(some: SourceFile[], isForbidden: (to: string, from: string) => boolean): string[] {
  return some.flatMap(({ path, imports }) =>
    imports.filter(({ to }) => isForbidden(to, path)).map(({ to }) => `${path} imports ${to}`),
  )
}
/** Every file whose code matches the forbidden pattern, with the first match. */
function containing(some: SourceFile[], pattern: RegExp): string[] {
  return some.flatMap(({ path, code }) => {
    const found = code.match(pattern)
    return found ? [`${path}: ${found[0].trim()}`] : []
  })
}
const except = (some: SourceFile[], ...paths: string[]) =>
  some.filter(({ path }) => !startsWithAny(path, ...paths))
/** The feature a file belongs to, such as `server/features/users`. */
const featureOf = (path: string) => /^(server|web)\/features\/[^/]+/.exec(path)?.[0]

test('the source files and their imports are found', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.find(({ path }) => path === 'server/app.ts')?.imports).toContainEqual({
    to: 'server/deps.ts',
    isType: true,
    isLazy: false,
  })
})

describe('Imports between folders', () => {
  test('shared imports only zod and itself', () => {
    expect(forbidden(within('shared/'), (to) => to !== 'zod' && !to.startsWith('shared/'))).toEqual([])
  })

  test('engine imports only shared, itself, and libraries that compute: no database, clock, file or network', () => {
    const isPure = (to: string) => /^(engine|shared)\//.test(to) || ENGINE_LIBRARIES.includes(to)
    expect(forbidden(within('engine/'), (to) => !isPure(to))).toEqual([])
    expect(forbidden(within('test/engine/'), (to) => /^(server|web)\//.test(to))).toEqual([])
  })

  test.each(WALLS)('$rule', ({ from, but = [], notTo }) => {
    expect(forbidden(except(within(...from), ...but), (to) => startsWithAny(to, ...notTo))).toEqual([])
  })

  test('a web feature never imports a component of another one; screens compose them', () => {
    const isComponent = (to: string) => to.startsWith('web/features/') && to.endsWith('.tsx')
    const isForeign = (to: string, from: string) => isComponent(to) && featureOf(to) !== featureOf(from)
    expect(forbidden(within('web/features/'), isForeign)).toEqual([])
  })

  // docs/decisions/0004-what-features-share.md
  const isForeign = (to: string, from: string) =>
    to.startsWith('server/features/') && featureOf(to) !== featureOf(from)

  test('a server feature imports only rules, views, visibility, the store and timeline.ts of another one', () => {
    const isOpen = (to: string) =>
      /\/(rules|views|visibility|store)\.ts$/.test(to) || to === 'server/features/signals/timeline.ts'
    expect(forbidden(within('server/features/'), (to, from) => isForeign(to, from) && !isOpen(to))).toEqual(
      [],
    )
  })

  test('only visibility.ts decides who may see a person or a signal', () => {
    const VISIBILITY = 'server/features/users/visibility.ts'
    const rule =
      /\bis_paying\b|\b(?:is_public|is_premium|shows_record_to_visitors)\b|\b(?:where|whereRef|eb)\(\s*'(?:\w+\.)?(?:is(?:Public|Premium)|showsRecordToVisitors)'/i
    expect(containing(within(VISIBILITY), rule)).toHaveLength(1)
    expect(containing(except(within('server/'), VISIBILITY), rule)).toEqual([])
  })

  test('a store that another feature imports only reads', () => {
    const imports = within('server/features/').flatMap(({ path, imports: all }) =>
      all.filter(({ to }) => isForeign(to, path)),
    )
    const stores = new Set(imports.map(({ to }) => to).filter((to) => to.endsWith('/store.ts')))
    expect(stores.size).toBeGreaterThan(0)
    expect(containing(within(...stores), WRITE)).toEqual([])
  })

  test('a port exists only where there are two real adapters', () => {
    const ports = files.map(({ path }) => path).filter((path) => path.endsWith('/port.ts'))
    const isAllowed = (path: string) => /^server\/adapters\/(storage|broker|market|mail)\//.test(path)
    expect(ports.filter((path) => !isAllowed(path))).toEqual([])
  })

  test('dependencies are passed as arguments, never attached to Fastify requests or replies', () => {
    expect(containing(within('server/'), /\.decorate(Request|Reply)?\(/)).toEqual([])
  })
})

test('no file imports itself through other files, not even for a type', () => {
  expect(importCircles(files).map(({ path }) => path)).toEqual([])
})

/** A statement that writes, and the table that it writes. */
const WRITE =
  /\b(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)(?: as \w+)?'\)|(?:insert into|update(?= \w+ set)|delete from|merge into|truncate(?: table)?) (?:public\.)?"?(\w+)"?)/gi

test('only the owner of a table writes it', () => {
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const writes = within('server/').flatMap(({ path, code }) =>
    [...code.matchAll(WRITE)].map(([, builder, sql]) => ({ path, table: camel(builder ?? sql ?? '') })),
  )
  expect(writes.length).toBeGreaterThan(10)
  const violations = writes.filter(({ path, table }) => !startsWithAny(path, ...(OWNERS[table] ?? [])))
  expect(violations.map(({ path, table }) => `${path} writes ${table}`)).toEqual([])
})

describe('One importer for each external dependency', () => {
  test.each([
    ['@node-rs/argon2', 'server/features/auth/passwords.ts'],
    ['otplib', 'server/features/auth/factors/authenticator.ts'],
    ['@simplewebauthn/server', 'server/features/auth/factors/webauthn.ts'],
    ['sharp', 'server/adapters/profile-picture.ts'],
    ['satori', 'server/adapters/render-image.ts'],
    ['@resvg/resvg-js', 'server/adapters/render-image.ts'],
    ['@aws-sdk/client-s3', 'server/adapters/storage/s3.ts'],
    ['@aws-sdk/s3-request-presigner', 'server/adapters/storage/s3.ts'],
    ['nodemailer', 'server/adapters/mail.ts'],
    ['pdfkit', 'server/adapters/render-pdf.ts'],
    ['rate-limiter-flexible', 'server/http/rate-limits.ts'],
    ['p-queue', 'server/limiter.ts'],
    ['stripe', 'server/adapters/stripe.ts'],
    ['plaid', 'server/adapters/broker/plaid/client.ts'],
    ['jose', 'server/adapters/broker/plaid/webhooks.ts', 'server/adapters/push.ts'], // both load it on first use
    ['http_ece', 'server/adapters/http-ece.ts'],
    ['undici', 'server/adapters/push-thread.ts'],
    ['snaptrade-typescript-sdk', 'server/adapters/broker/snaptrade/open.ts'],
    ['@massive.com/client-js', 'server/adapters/market/massive.ts'],
    ['@alpacahq/alpaca-trade-api', 'server/adapters/market/alpaca.ts'],
    ['graphile-worker', 'server/jobs/runner.ts', 'server/db/migrate.ts'], // it migrates its own tables
    // Connections as the tables' owner drop old months of the audit log, and read and replace everything for backups.
    ['pg', 'server/db/', 'server/audit/partitions.ts', 'server/backup/owner-connection.ts'],
    ['pg-copy-streams', 'server/backup/back-up.ts', 'server/backup/restore.ts'],
    ['age-encryption', 'server/backup/archive.ts'],
  ])('%s is imported only by %s', (name, ...importers) => {
    const elsewhere = except(within('shared/', 'engine/', 'server/', 'web/'), ...importers).filter(
      ({ imports }) => imports.some(({ to, isType }) => to === name && !isType),
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
  })

  test('only config.ts reads the environment, which main.ts passes to it', () => {
    expect(
      containing(
        // A sandbox that runs on its own has its own main.ts.
        except(
          within('shared/', 'engine/', 'server/', 'web/', 'tools/sandbox/'),
          'server/main.ts',
          'tools/sandbox/stripe/main.ts',
        ),
        /process\.env|import\.meta\.env/,
      ),
    ).toEqual([])
    expect(containing(within('server/main.ts'), /process\.env(?!\))/)).toEqual([])
  })

  test('in shared, engine and server, only clock.ts reads time or randomness', () => {
    const time = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime/
    const randomness = /Math\.random|randomUUID|randomBytes|randomInt|getRandomValues/
    expect(containing(except(within('shared/', 'engine/', 'server/'), 'server/clock.ts'), time)).toEqual([])
    expect(
      containing(except(within('shared/', 'engine/', 'server/'), 'server/clock.ts'), randomness),
    ).toEqual([])
  })
})

test('no test is skipped, focused or marked as todo', () => {
  expect(
    containing(within('test/'), /\b(test|it|describe)(\.\w+(\([^)]*\))?)*\.(skip|only|todo|fails?|fixme)\b/),
  ).toEqual([])
})
