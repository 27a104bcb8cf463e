// The pages about reports and rules, for screens.ts. Their dialogs are in signal-screens.ts.
import { heading, text } from './screen-locators.ts'

export const SAFETY_SCREENS = [
  { name: 'report form', path: '/report', sees: heading('Report something') },
  { name: 'report form of a member', as: 'rosa', path: '/report', sees: heading('Report something') },
  {
    name: 'report form with mistakes',
    path: '/report',
    press: 'Send report',
    sees: text('Confirm that what you say is accurate'),
  },
  {
    name: 'form for intimate pictures',
    path: '/report?form=picture',
    sees: heading('Report an intimate picture'),
  },
  { name: 'rules', as: 'rosa', path: '/rules', sees: heading('Rules') },
  { name: 'transparency', as: 'rosa', path: '/transparency', sees: text('Cases decided') },
  {
    name: 'decision not found',
    as: 'rosa',
    path: '/appeal/019a0000-0000-7000-8000-000000000000',
    sees: text('Decision not found'),
  },
]
