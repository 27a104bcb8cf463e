// The screens of moderators and administrators, for screens.ts.
import type { Page } from '@playwright/test'
import { button, dialog, text } from './screen-locators.ts'

export const ADMIN_SCREENS = [
  { name: 'admin', as: 'ada', path: '/admin', sees: text('New people') },
  {
    name: 'admin cases',
    as: 'edda',
    path: '/admin/cases',
    sees: (page: Page) => page.getByRole('radiogroup', { name: 'Which cases' }),
  },
  {
    name: 'open a case',
    as: 'edda',
    path: '/admin/cases',
    press: 'Open a case',
    sees: dialog('Open a case'),
  },
  { name: 'admin people', as: 'ada', path: '/admin/people', sees: text('is in the audit log') },
  { name: 'admin waitlist', as: 'ada', path: '/admin/waitlist', sees: button('Invite') },
  { name: 'admin payments', as: 'ada', path: '/admin/payments', sees: button(/^Refund /) },
  { name: 'admin jobs', as: 'ada', path: '/admin/jobs', sees: text('Every job is done') },
  { name: 'admin emails', as: 'ada', path: '/admin/emails', sees: text('All') },
  { name: 'admin audit log', as: 'ada', path: '/admin/audit', sees: button('Show') },
]
