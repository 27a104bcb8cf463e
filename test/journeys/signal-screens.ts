// The dialogs about signals and their authors, for screens.ts.
import type { Page } from '@playwright/test'
import { ofMaya, WITHDRAW } from './screen-addresses.ts'

export const SIGNAL_DIALOGS = [
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
]
