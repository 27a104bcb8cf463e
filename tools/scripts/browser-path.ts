// The browser for the journeys: CHROMIUM_PATH if set, otherwise the one in an npm package.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export async function browserPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  // The package unpacks its libraries only where it detects its usual host.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
  // It unpacks into the temp directory with owner-only access, so each user of a machine needs a separate copy.
  const { TMPDIR: before } = process.env
  const own = join(tmpdir(), `signalpost-browser-${userInfo().username}`)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  process.env.TMPDIR = own
  try {
    process.env.FONTCONFIG_PATH ??= fontsOf(own)
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/**
 * The package's settings look for fonts in /tmp/fonts, even if they were unpacked elsewhere. Without fonts the browser
 * crashes on the first page with text.
 */
function fontsOf(own: string): string {
  const settings = join(own, 'font-settings')
  mkdirSync(settings, { recursive: true })
  writeFileSync(
    join(settings, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(own, 'fonts')}</dir>
  <cachedir>${join(own, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  return settings
}
