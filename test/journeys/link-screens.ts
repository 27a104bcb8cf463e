// The pages of links in emails that lead nowhere, and the one that leaves the waitlist, for screens.ts.
import type { Page } from '@playwright/test'
import { heading } from './screen-locators.ts'

export const LINK_PAGES = [
  {
    name: 'link that doesn’t set a password',
    path: '/reset-password#token=made-up',
    sees: heading('This link isn’t valid. Ask for a new one.'),
  },
  {
    name: 'leaving the waitlist',
    path: '/unsubscribe#token=made-up',
    sees: (page: Page) => page.getByRole('button', { name: 'Unsubscribe' }),
  },
  {
    name: 'link that leaves no waitlist',
    path: '/unsubscribe#token=made-up',
    press: 'Unsubscribe',
    sees: heading('This link isn’t valid. Open it from the email again.'),
  },
  {
    name: 'link to no report',
    path: '/second-look#token=made-up',
    sees: heading('This link isn’t valid. Open it from the email again.'),
  },
  {
    name: 'link that undoes no change of email',
    path: '/revert-email#token=made-up',
    sees: heading('This link isn’t valid. Ask for a new one.'),
  },
]
