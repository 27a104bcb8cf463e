// The dialogs about signals and their authors, and the screens of alerts, for screens.ts.
import type { Page } from '@playwright/test'
import { ofMaya, threadOfMaya, WITHDRAW } from './screen-addresses.ts'

export const SIGNAL_DIALOGS = [
  {
    name: 'alerts',
    as: 'rosa',
    path: '/alerts',
    sees: (page: Page) => page.getByText('posted a premium signal').first(),
  },
  {
    name: 'saved signals',
    as: 'rosa',
    path: '/saved',
    sees: (page: Page) => page.getByText('You haven’t saved any signals yet.'),
  },
  {
    name: 'last 12 months of a ticker',
    as: 'rosa',
    path: '/profile/maya/statements?ticker=NVDA',
    sees: (page: Page) => page.getByRole('link', { name: 'Download CSV' }),
  },
  {
    name: 'last 12 months of a ticker, for a visitor',
    path: '/@maya/NVDA',
    sees: (page: Page) => page.getByRole('link', { name: 'Download CSV' }),
  },
  {
    name: 'thread',
    as: 'rosa',
    path: threadOfMaya,
    sees: (page: Page) => page.getByText('Upgrades are the larger part').first(),
  },
  {
    name: 'notifications',
    as: 'rosa',
    path: '/settings/notifications',
    sees: (page: Page) => page.getByText('Types of alerts'),
  },
  {
    name: 'signal dialog',
    as: 'maya',
    path: '/?dialog=signal',
    sees: (page: Page) => page.getByRole('dialog', { name: 'Share Investment Signal' }),
  },
  {
    name: 'signal dialog with details',
    as: 'maya',
    path: '/?dialog=signal',
    press: 'Add details',
    sees: (page: Page) => page.getByRole('textbox', { name: 'Confidence' }),
  },
  {
    name: 'withdraw dialog',
    as: 'maya',
    path: WITHDRAW,
    sees: (page: Page) => page.getByRole('dialog', { name: 'Withdraw this signal?' }),
  },
  {
    name: 'block dialog',
    as: 'omar',
    path: ofMaya((id) => `/?scope=everyone&dialog=block&person=${id}`),
    sees: (page: Page) => page.getByText('You stop following each other.'),
  },
  {
    name: 'mute dialog',
    as: 'omar',
    path: ofMaya((id) => `/?scope=everyone&dialog=mute&person=${id}`),
    sees: (page: Page) => page.getByRole('dialog', { name: 'Mute @maya' }),
  },
  {
    name: 'report dialog',
    as: 'omar',
    path: ofMaya((id) => `/?scope=everyone&dialog=report&profile=${id}`),
    sees: (page: Page) => page.getByRole('dialog', { name: 'Report this person' }),
  },
]
