// The dialogs about one's own signals, for screens.ts.
import type { Page } from '@playwright/test'
import { WITHDRAW } from './screen-addresses.ts'

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
]
