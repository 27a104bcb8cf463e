// The rules of the house, in sentences, checked against the files as they are.
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source.ts'
import { OWNERS } from './table-owners.ts'

// A tool's configuration has the shape the tool wants.
const files = sourceFiles().filter(({ path }) => !path.endsWith('.config.ts'))
const startsWithAny = (path: string, ...starts: string[]) => starts.some((start) => path.startsWith(start))
const within = (...starts: string[]) => files.filter(({ path }) => startsWithAny(path, ...starts))

/** Every import that the rule forbids, as "who imports what". */
function forbidden(some: SourceFile[], isForbidden: (to: string, from: string) => boolean): string[] {
  return some.flatMap(({ path, imports }) =>
    imports.filter(({ to }) => isForbidden(to, path)).map(({ to }) => `${path} imports ${to}`),
  )
}
/** Every file whose code has what the rule forbids, with the first occurrence. */
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

test('there are files to check, and their imports are seen', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.find(({ path }) => path === 'server/app.ts')?.imports).toContainEqual({
    to: 'server/deps.ts',
    isType: true,
    isLazy: false,
  })
})

/** Whose imports are looked at, and what may not be among them. All are beginnings of paths. */
const WALLS: { rule: string; from: string[]; but?: string[]; notTo: string[] }[] = [
  {
    rule: 'the web meets the server only in shared',
    from: ['web/'],
    notTo: ['server/', 'sandbox/', 'demo/', 'test/', 'scripts/', 'bench/', 'node:'],
  },
  { rule: 'the server meets the web only in shared', from: ['server/'], notTo: ['web/', 'test/', 'bench/'] },
  {
    rule: 'the sandbox imports neither web nor server',
    from: ['sandbox/'],
    notTo: ['web/', 'server/', 'demo/', 'test/', 'scripts/'],
  },
  {
    rule: 'only where everything is put together does the server know the sandbox and the demo',
    from: ['server/'],
    but: [
      'server/app.ts',
      'server/main.ts',
      'server/open-deps.ts',
      'server/payment-sandbox.ts',
      'server/broker-sandbox.ts',
    ],
    notTo: ['sandbox/', 'demo/', 'scripts/'],
  },
  {
    rule: 'the demo, the scripts and the benchmarks use the product, and none of them imports a test',
    from: ['demo/', 'scripts/', 'bench/'],
    notTo: ['test/'],
  },
  {
    rule: 'the demo imports no script and nothing of the web',
    from: ['demo/'],
    notTo: ['scripts/', 'bench/', 'web/'],
  },
  {
    rule: 'screens use features, never the other way round',
    from: ['web/features/', 'web/lib/', 'web/ui/'],
    notTo: ['web/screens/', 'web/app.tsx', 'web/routes.tsx'],
  },
  {
    rule: 'features use what lies below them, never the other way round',
    from: ['web/lib/', 'web/ui/'],
    notTo: ['web/features/'],
  },
  {
    rule: 'the kit knows no router, no query and no contract',
    from: ['web/ui/'],
    notTo: ['web/lib/', 'web/paths.ts', 'shared/contract', 'wouter', '@tanstack/'],
  },
  {
    rule: 'plumbing knows no feature; main.ts, open-deps.ts, app.ts and the worker put features together, deps.ts names what they get',
    from: ['server/'],
    but: [
      'server/features/',
      'server/app.ts',
      'server/main.ts',
      'server/open-deps.ts',
      'server/payment-sandbox.ts',
      'server/broker-sandbox.ts',
      'server/jobs/worker.ts',
      'server/deps.ts',
    ],
    notTo: ['server/features/', 'server/app.ts', 'server/main.ts', 'server/open-deps.ts'],
  },
  {
    rule: 'market prices lie below the features, which may import them',
    from: ['server/market/', 'server/adapters/'],
    notTo: ['server/features/'],
  },
  {
    rule: 'adapters of providers know nothing of the market built on them',
    from: ['server/adapters/'],
    notTo: ['server/market/'],
  },
  {
    rule: 'returns are calculated without a database, a clock or a queue',
    from: ['server/features/portfolio/returns/'],
    notTo: ['server/db/', 'server/jobs/', 'server/deps.ts', 'server/clock.ts', 'kysely', 'node:'],
  },
  {
    rule: 'features know nothing of what puts them together',
    from: ['server/features/'],
    notTo: ['server/app.ts', 'server/main.ts', 'server/open-deps.ts', 'server/jobs/worker.ts'],
  },
]

describe('Who may know whom', () => {
  test('shared imports only zod and itself', () => {
    expect(forbidden(within('shared/'), (to) => to !== 'zod' && !to.startsWith('shared/'))).toEqual([])
  })

  test.each(WALLS)('$rule', ({ from, but = [], notTo }) => {
    expect(forbidden(except(within(...from), ...but), (to) => startsWithAny(to, ...notTo))).toEqual([])
  })

  test('a feature of the web never imports a component of another one: screens compose them', () => {
    const isComponent = (to: string) => to.startsWith('web/features/') && to.endsWith('.tsx')
    const isForeign = (to: string, from: string) => isComponent(to) && featureOf(to) !== featureOf(from)
    expect(forbidden(within('web/features/'), isForeign)).toEqual([])
  })

  // docs/decisions/0004-what-features-share.md
  const isForeign = (to: string, from: string) =>
    to.startsWith('server/features/') && featureOf(to) !== featureOf(from)

  test('of another feature only rules, views, visibility and the store are imported, and the keeper of timelines by name', () => {
    const isOpen = (to: string) =>
      /\/(rules|views|visibility|store)\.ts$/.test(to) || to === 'server/features/signals/timeline.ts'
    expect(forbidden(within('server/features/'), (to, from) => isForeign(to, from) && !isOpen(to))).toEqual(
      [],
    )
  })

  test('who may see a person or a signal is asked in one place', () => {
    const VISIBILITY = 'server/features/users/visibility.ts'
    const rule =
      /\bis_paying\b|\b(?:is_public|is_premium)\b|\b(?:where|whereRef|eb)\(\s*'(?:\w+\.)?is(?:Public|Premium)'/i
    expect(containing(within(VISIBILITY), rule)).toHaveLength(1)
    expect(containing(except(within('server/'), VISIBILITY), rule)).toEqual([])
  })

  test('a store that another feature imports writes nothing', () => {
    const imports = within('server/features/').flatMap(({ path, imports: all }) =>
      all.filter(({ to }) => isForeign(to, path)),
    )
    const stores = new Set(imports.map(({ to }) => to).filter((to) => to.endsWith('/store.ts')))
    expect(stores.size).toBeGreaterThan(0)
    expect(containing(within(...stores), WRITE)).toEqual([])
  })

  test('a port is there only for what has two real adapters', () => {
    const ports = files.map(({ path }) => path).filter((path) => path.endsWith('/port.ts'))
    expect(ports.filter((path) => !/^server\/adapters\/(storage|broker|market|mail)\//.test(path))).toEqual(
      [],
    )
  })

  test('what a request needs is handed on, never hung on the framework', () => {
    expect(containing(within('server/'), /\.decorate(Request|Reply)?\(/)).toEqual([])
  })
})

/** A statement that writes, with the table it writes. */
const WRITE =
  /\b(?:(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)(?: as \w+)?'\)|(?:insert into|update(?= \w+ set)|delete from|merge into|truncate(?: table)?) (?:public\.)?"?(\w+)"?)/gi

test('any feature reads any table, but only its owner writes it', () => {
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const writes = within('server/').flatMap(({ path, code }) =>
    [...code.matchAll(WRITE)].map(([, builder, sql]) => ({ path, table: camel(builder ?? sql ?? '') })),
  )
  expect(writes.length).toBeGreaterThan(10)
  const strangers = writes.filter(({ path, table }) => !startsWithAny(path, ...(OWNERS[table] ?? [])))
  expect(strangers.map(({ path, table }) => `${path} writes ${table}`)).toEqual([])
})

describe('The world outside has one door each', () => {
  test.each([
    ['@node-rs/argon2', 'server/features/auth/passwords.ts'],
    ['sharp', 'server/adapters/profile-picture.ts'],
    ['satori', 'server/adapters/render-image.ts'],
    ['@resvg/resvg-js', 'server/adapters/render-image.ts'],
    ['@aws-sdk/client-s3', 'server/adapters/storage/s3.ts'],
    ['@aws-sdk/s3-request-presigner', 'server/adapters/storage/s3.ts'],
    ['nodemailer', 'server/adapters/mail.ts'],
    ['rate-limiter-flexible', 'server/http/rate-limits.ts'],
    ['stripe', 'server/adapters/stripe.ts'],
    ['plaid', 'server/adapters/broker/plaid/client.ts'],
    ['jose', 'server/adapters/broker/plaid/webhooks.ts'],
    ['snaptrade-typescript-sdk', 'server/adapters/broker/snaptrade/open.ts'],
    ['@massive.com/client-js', 'server/adapters/market/massive.ts'],
    ['@alpacahq/alpaca-trade-api', 'server/adapters/market/alpaca.ts'],
    // The queue keeps its own tables, which are brought up to date together with ours.
    ['graphile-worker', 'server/jobs/runner.ts', 'server/db/migrate.ts'],
    ['pg', 'server/db/'],
  ])('%s is imported by %s', (name, ...doors) => {
    const elsewhere = except(within('shared/', 'server/', 'web/'), ...doors).filter(({ imports }) =>
      imports.some(({ to, isType }) => to === name && !isType),
    )
    expect(elsewhere.map(({ path }) => path)).toEqual([])
  })

  test('only config.ts reads the environment, which main.ts hands to it', () => {
    expect(
      containing(
        // A sandbox that is run alone has its own main.ts.
        except(within('shared/', 'server/', 'web/', 'sandbox/'), 'server/main.ts', 'sandbox/stripe/main.ts'),
        /process\.env|import\.meta\.env/,
      ),
    ).toEqual([])
    expect(
      containing(
        within('server/').filter(({ path }) => path === 'server/main.ts'),
        /process\.env(?!\))/,
      ),
    ).toEqual([])
  })

  test('only clock.ts reads time or randomness; the web may read time', () => {
    const time = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime/
    const chance = /Math\.random|randomUUID|randomBytes|randomInt|getRandomValues/
    expect(containing(except(within('shared/', 'server/'), 'server/clock.ts'), time)).toEqual([])
    expect(containing(except(within('shared/', 'server/'), 'server/clock.ts'), chance)).toEqual([])
  })
})

test('no test is skipped, singled out or left for later', () => {
  expect(
    containing(within('test/'), /\b(test|it|describe)(\.\w+(\([^)]*\))?)*\.(skip|only|todo|fails?|fixme)\b/),
  ).toEqual([])
})
