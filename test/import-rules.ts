// Which folders may not import which, as sentences; test/architecture.test.ts checks them.

/** Packages and Node modules that engine may import: arithmetic, parsing and hashing of what it is given. */
export const ENGINE_LIBRARIES = [
  'decimal.js',
  'csv-parse',
  'saxes',
  'yauzl',
  'canonicalize',
  'zod',
  'node:buffer',
  'node:crypto',
  // Long reads give way to other work.
  'node:timers',
]

/** Files under `from`, except `but`, may not import anything under `notTo`. All are prefixes of paths. */
export const WALLS: { rule: string; from: string[]; but?: string[]; notTo: string[] }[] = [
  {
    rule: 'web imports nothing of the server or the engine, so that its verifier of the log is a second implementation',
    from: ['web/'],
    notTo: ['server/', 'engine/', 'tools/', 'test/', 'node:'],
  },
  {
    rule: 'server imports no web code and no tests',
    from: ['server/'],
    notTo: ['web/', 'test/', 'tools/bench/', 'tools/drills/'],
  },
  {
    rule: 'sandbox imports neither web nor server nor engine',
    from: ['tools/sandbox/'],
    notTo: ['web/', 'server/', 'engine/', 'tools/demo/', 'test/', 'tools/scripts/'],
  },
  {
    rule: 'in server, only the composition root imports the sandbox and the demo',
    from: ['server/'],
    but: [
      'server/app.ts',
      'server/staff.ts',
      'server/main.ts',
      'server/open-deps.ts',
      'server/payment-sandbox.ts',
      'server/broker-sandbox.ts',
      'server/push-sandbox.ts',
      'server/mail-sandbox.ts',
    ],
    notTo: ['tools/sandbox/', 'tools/demo/', 'tools/scripts/'],
  },
  {
    rule: 'scripts, bench and drills import no tests',
    from: ['tools/scripts/', 'tools/bench/', 'tools/drills/'],
    notTo: ['test/'],
  },
  {
    rule: 'demo imports no scripts, no tests and nothing of the web',
    from: ['tools/demo/'],
    notTo: ['tools/scripts/', 'tools/bench/', 'tools/drills/', 'test/', 'web/'],
  },
  {
    rule: 'screens import features, never the reverse',
    from: ['web/features/', 'web/lib/', 'web/ui/'],
    notTo: ['web/screens/', 'web/app.tsx', 'web/routes.tsx'],
  },
  {
    rule: 'features import lib and ui, never the reverse',
    from: ['web/lib/', 'web/ui/'],
    notTo: ['web/features/'],
  },
  {
    rule: 'the components of web/ui depend on no router, query or contract',
    from: ['web/ui/'],
    notTo: ['web/lib/', 'web/paths.ts', 'shared/contract', 'wouter', '@tanstack/'],
  },
  {
    rule: 'plumbing imports no feature; only the composition root and the worker do',
    from: ['server/'],
    but: [
      'server/features/',
      'server/visitor-readers.ts',
      'server/app.ts',
      'server/payment-routes.ts',
      'server/staff.ts',
      'server/main.ts',
      'server/open-deps.ts',
      'server/payment-sandbox.ts',
      'server/broker-sandbox.ts',
      'server/push-sandbox.ts',
      'server/jobs/worker.ts',
    ],
    notTo: ['server/features/', 'server/app.ts', 'server/main.ts', 'server/open-deps.ts'],
  },
  {
    rule: 'server/market is below the features, which may import it',
    from: ['server/market/', 'server/adapters/'],
    notTo: ['server/features/'],
  },
  {
    rule: 'adapters import nothing of server/market, which is built on them',
    from: ['server/adapters/'],
    notTo: ['server/market/'],
  },
  {
    rule: 'returns are computed without a database, a clock or a queue',
    from: ['engine/portfolio/returns/'],
    notTo: ['server/db/', 'server/jobs/', 'server/deps.ts', 'server/clock.ts', 'kysely', 'node:'],
  },
  {
    rule: 'ranking reads scores; scoring knows nothing of ranking',
    from: ['server/features/record/score/'],
    notTo: ['server/features/record/rank/', 'server/features/record/jobs/'],
  },
  {
    rule: 'features import nothing of the composition root',
    from: ['server/features/'],
    notTo: ['server/app.ts', 'server/main.ts', 'server/open-deps.ts', 'server/jobs/worker.ts'],
  },
]
