// Retakes docs/pictures from the demo on a running server: node tools/scripts/run.mjs tools/scripts/pictures.ts
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserPath } from './browser-path.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const [address = 'http://localhost:3000'] = process.argv.slice(2)

const DESK = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }
type Picture = {
  name: string
  size: { width: number; height: number }
  theme: 'light' | 'dark'
  /** The signed-in person; signed out by default. */
  as?: string
  path: string
  before?: (page: Page) => Promise<void>
}
const PICTURES: Picture[] = [
  { name: 'landing-1280-light', size: DESK, theme: 'light', path: '/' },
  { name: 'feed-1280-light', size: DESK, theme: 'light', as: 'rosa', path: '/' },
  { name: 'feed-360-dark', size: PHONE, theme: 'dark', as: 'rosa', path: '/?scope=everyone' },
  { name: 'profile-1280-dark', size: DESK, theme: 'dark', as: 'rosa', path: '/profile/theo' },
  { name: 'ticker-1280-light', size: DESK, theme: 'light', as: 'rosa', path: '/?ticker=NVDA' },
  { name: 'portfolio-1280-light', size: DESK, theme: 'light', as: 'maya', path: '/portfolio' },
  { name: 'portfolio-360-dark', size: PHONE, theme: 'dark', as: 'maya', path: '/portfolio' },
  { name: 'subscriptions-360-light', size: PHONE, theme: 'light', as: 'maya', path: '/subscriptions' },
  {
    name: 'share-360-light',
    size: PHONE,
    theme: 'light',
    as: 'maya',
    path: '/?dialog=signal',
    before: write,
  },
]

async function write(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Tickers/ }).fill('ASML,')
  await dialog
    .getByRole('textbox', { name: 'Content' })
    .fill('Adding a third on the first weekly close above 655. Wrong below 598.')
  await page.locator(':focus').evaluate((element) => element instanceof HTMLElement && element.blur())
}

const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] })
for (const { name, size, theme, as, path, before } of PICTURES) {
  const page = await browser.newPage({
    baseURL: address,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  })
  if (as !== undefined)
    await page.request.post('/api/login', { data: { username: as, password: 'signalpost' } })
  await page.goto(path)
  await page.getByRole('main').waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy=true], [role=status][aria-label^=Loading]'),
  )
  // Wait for profile pictures and prices.
  await page.waitForTimeout(300)
  await before?.(page)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await page.close()
}
await browser.close()
