// The settings of docs/production.md are the server's, enough for production, and each program gets only its own.
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Settings } from '#server/settings.ts'
import { BACKUP, read, valuesOf } from './unit-directives.ts'

describe('the settings of docs/production.md', () => {
  const settingsIn = (end: string) => {
    const [, block = ''] = new RegExp(`<<${end}\\n([^]*?)\\n${end}`).exec(read('docs/production.md')) ?? []
    return Object.fromEntries(
      block.split('\n').map((line) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
        return [name, value.replaceAll('"', '')]
      }),
    )
  }
  const given = settingsIn('SETTINGS')

  test('keep the owner’s from the server: only admin commands and backups read them', () => {
    const owners = Object.keys(settingsIn('OWNER'))
    expect(owners).toEqual(['DATABASE_OWNER_URL', 'BACKUP_KEY'])
    expect(owners.filter((name) => !(name in Settings.shape) || name in given)).toEqual([])
    expect(valuesOf('EnvironmentFile')).toEqual(['/etc/signalpost/settings.env'])
    const both = ['/etc/signalpost/settings.env', '/etc/signalpost/owner.env']
    expect(valuesOf('EnvironmentFile', BACKUP)).toEqual(both)
    expect(
      [...read('tools/ops/signalpost-admin').matchAll(/EnvironmentFile=(\S+)/g)].map(([, file]) => file),
    ).toEqual(both)
  })

  test('are the server’s, like those of the unit', () => {
    const inUnit = valuesOf('Environment').map((pair) => pair.split('=')[0] ?? '')
    const all = [...Object.keys(given), ...inUnit]
    expect(all.length).toBeGreaterThan(15)
    expect(all.filter((name) => !(name in Settings.shape))).toEqual(['NODE_COMPILE_CACHE', 'HOME'])
  })

  test('are enough for production', () => {
    const filled = {
      ...given,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://signalpost.example.com',
      DATABASE_URL: 'postgres://signalpost:word@127.0.0.1:5432/signalpost',
      SESSION_SECRET: 's'.repeat(48),
      LOG_KEY: Buffer.alloc(32).toString('base64'),
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      // `stripe-setup` prints these.
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_THIN_WEBHOOK_SECRET: 'whsec_2',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_3',
    }
    expect(readConfig(filled).mode).toBe('production')
  })
})
