// The systemd units, the proxy's configurations and the settings of docs/production.md.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localConfiguration } from '#tools/drills/load-balancer.ts'
import { readConfig } from '#server/config.ts'
import { scratchRoot } from '#test/scratch.ts'
import { BACKUP, COPY, read, valuesOf } from './unit-directives.ts'

const root = join(import.meta.dirname, '../..')
const has = (command: string, flag: string) => spawnSync(command, [flag]).status === 0

let scratch: string
beforeAll(async () => void (scratch = mkdtempSync(join(await scratchRoot(), 'signalpost-units-'))))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test.each([COPY, BACKUP])(
  '%s runs as a user of its own that can’t gain rights, write to the system or see other processes',
  (unit) => {
    const EXPECTED = {
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      ProtectProc: 'invisible',
      RestrictNamespaces: 'yes',
      RestrictSUIDSGID: 'yes',
      RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
      SystemCallArchitectures: 'native',
    }
    expect(Object.keys(EXPECTED).map((name) => [name, valuesOf(name, unit)])).toEqual(
      Object.entries(EXPECTED).map(([name, value]) => [name, [value]]),
    )
  },
)

test.each([COPY, BACKUP, 'tools/ops/signalpost-admin'])('the programs that %s runs exist', (path) => {
  const programs = read(path).match(/(?<![\w/])(?:[\w-]+\/)+[\w-]+\.(?:mjs|ts)\b/g) ?? ['none']
  expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([])
})

test('systemd and Docker wait longer for a copy to stop than the server takes at most', () => {
  const [, most = '0'] = /STOP_MAX_MS = ([\d_]+)/.exec(read('server/main.ts')) ?? []
  const seconds = Number(most.replaceAll('_', '')) / 1000
  expect(seconds).toBeGreaterThan(0)
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(seconds)
  expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(seconds)
})

test.skipIf(!existsSync('/usr/bin/find'))(
  'the backup’s unit removes files that are older than 14 days, through the link that its folder is',
  () => {
    const [program = '', ...words] =
      valuesOf('ExecStart', BACKUP)
        .find((line) => line.startsWith('/usr/bin/find '))
        ?.split(' ') ?? []
    const folder = mkdtempSync(join(scratch, 'backups-'))
    const link = `${folder}-link`
    symlinkSync(folder, link)
    const days = {
      'new.backup': 1,
      'kept.backup': 14,
      'old.backup': 16,
      'old.backup.unfinished': 16,
      other: 16,
    }
    for (const [name, age] of Object.entries(days)) {
      writeFileSync(join(folder, name), '')
      const at = new Date(Date.now() - age * 86_400_000)
      utimesSync(join(folder, name), at, at)
    }
    const here = words.map((word) => word.replace('/var/lib/signalpost/backups', link))
    expect(spawnSync(program, here).status).toBe(0)
    expect(readdirSync(folder)).toEqual(['kept.backup', 'new.backup', 'other'])
  },
)

// Only systemd knows its directives; a machine without it checks the syntax above.
test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts every unit', () => {
  const units = globSync('tools/ops/systemd/*', { cwd: root })
  expect(units.length).toBe(3)
  for (const unit of units) {
    // The programs need not be installed here.
    const text = read(unit).replaceAll('/opt/signalpost/current/bin/node', process.execPath)
    writeFileSync(join(scratch, basename(unit)), text)
  }
  const files = units.map((unit) => join(scratch, basename(unit)))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  })
  expect([status, stderr.split('\n').filter((line) => line.includes(scratch))]).toEqual([0, []])
})

describe.each(['haproxy', 'compose'])('tools/ops/haproxy/%s.cfg', (name) => {
  const text = read(`tools/ops/haproxy/${name}.cfg`)

  test('checks that each copy is ready, with the Host header that the server requires', () => {
    expect(text).toMatch(/http-check send meth GET uri \/api\/ready ver HTTP\/1\.1 hdr Host /)
  })

  test.skipIf(!has('haproxy', '-v') || !has('openssl', 'version'))('is accepted by HAProxy', () => {
    const file = join(scratch, `${name}-as-it-is.cfg`)
    const certificate = join(scratch, 'signalpost.pem')
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
    const made = spawnSync('openssl', [...request, '-keyout', `${certificate}.key`, '-out', certificate])
    expect(made.status).toBe(0)
    // The names of compose.yaml's services mean nothing here.
    const here = text.replaceAll(/( {2}server \w+) [a-z][\w-]*(?=:)/g, '$1 127.0.0.1')
    writeFileSync(file, here.replaceAll('/etc/haproxy/signalpost.pem', certificate))
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
    expect([status, stderr.replaceAll(/^\[NOTICE\].*\n/gm, '')]).toEqual([0, ''])
  })

  test('lets an event stream be silent for longer than the server is', () => {
    const seconds = [...text.matchAll(/timeout (?:client|server) (\d+)s/g)].map(([, value]) => Number(value))
    expect(seconds).toHaveLength(2)
    expect(Math.min(...seconds)).toBeGreaterThan(30)
  })
})

describe('the proxy of production', () => {
  const text = read('tools/ops/haproxy/haproxy.cfg')
  const sectionOf = (name: string) =>
    new RegExp(`^frontend ${name}\\n((?: {2}.*\\n)+)`, 'm').exec(text)?.[1] ?? ''

  test.each([
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Request-Id',
    'traceparent',
    'tracestate',
  ])('passes no %s of a client on', (name) => {
    expect(sectionOf('https')).toMatch(new RegExp(`^ {2}http-request (set|del)-header ${name}\\b`, 'm'))
  })

  test('leads pages from http to https, and refuses every other request there', () => {
    const rules = [...sectionOf('http').matchAll(/^ {2}http-request (.+)$/gm)].map(([, rule = '']) => rule)
    expect(rules[0]).toMatch(
      /^return status 403 .* if \{ path_beg \/api\/ \/objects\/ \/log\/ \} or !METH_GET$/,
    )
    expect(rules.slice(1)).toEqual(['redirect scheme https code 308'])
  })

  test('adds the security headers to its own responses', () => {
    const added = [...sectionOf('https').matchAll(/^ {2}http-after-response set-header (\S+)/gm)]
    expect(added.map(([, name]) => name)).toEqual([
      'Strict-Transport-Security',
      'Content-Security-Policy',
      'X-Content-Type-Options',
      'Content-Type',
    ])
  })

  test('HAProxy logs no query, which may have a secret', () => {
    expect(text).toMatch(/^ {2}log-format ".* %HM %HP %HV"$/m)
    expect(text).not.toMatch(/^ {2}option httplog|^ {2}log-format .*%(?:HU|HQ|\{\+Q\}r|r\b)/m)
  })
})

describe('the balancers of the drills', () => {
  const backends = [
    { port: 4001, checkPort: 5001 },
    { port: 4002, checkPort: 5002 },
    { port: 4003, checkPort: 5003 },
  ]
  /** The lines of a configuration without addresses. */
  const rules = (text: string) =>
    text
      .slice(text.search(/^frontend (?:https|database)/m))
      .split('\n')
      .filter((line) => !/^ {2}bind /.test(line))
      .map((line) => line.replaceAll(/[\d.]+:\d+|(?<=check port )\d+/g, 'somewhere'))

  test.each(['haproxy', 'database'] as const)('have the rules of tools/ops/haproxy/%s.cfg', (name) => {
    const local = localConfiguration(name, 4000, backends)
    expect(rules(local)).toEqual(rules(read(`tools/ops/haproxy/${name}.cfg`)))
    expect(local).toContain('  bind 127.0.0.1:4000\n')
    expect(local).toMatch(/server two 127\.0\.0\.1:4002/)
    expect(local).not.toMatch(/300[12]|:5432|8008|ssl|\/dev\/log/)
  })

  test.skipIf(!has('haproxy', '-v')).each(['haproxy', 'database'] as const)(
    'are accepted by HAProxy: %s',
    (name) => {
      const file = join(scratch, `${name}.cfg`)
      writeFileSync(file, localConfiguration(name, 4000, backends))
      const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
      expect([status, stderr.replaceAll(/^\[NOTICE\].*\n/gm, '')]).toEqual([0, ''])
    },
  )

  test('a copy gets no more requests at once than it has database connections', () => {
    const [, most = '0'] = /maxconn (\d+)\n {2}server/.exec(read('tools/ops/haproxy/haproxy.cfg')) ?? []
    const [, pool, statements] =
      /FOR_REQUESTS = \{ max: (\d+), statementsMax: (\d+)/.exec(read('server/db/open.ts')) ?? []
    expect(Number(most)).toBeGreaterThan(0)
    expect(Number(most)).toBeLessThan(Number(pool) + Number(statements))
  })

  test('notice a stopping copy well before it ends', () => {
    const [, everyMs = '', failures = ''] =
      /check inter (\d+)ms fall (\d+)/.exec(read('tools/ops/haproxy/haproxy.cfg')) ?? []
    const { drainMs } = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://x/x',
      SESSION_SECRET: 's'.repeat(48),
    })
    expect(Number(everyMs) * Number(failures)).toBeLessThan(drainMs)
  })
})
