// The platform's tax settings.
import { shape } from '../params.ts'
import { route } from '../routes.ts'

export const taxRoutes = [
  route('GET', '/v1/tax/settings', shape({}), ({ settings: { taxSettings } }) => ({
    object: 'tax.settings' as const,
    defaults: {
      provider: 'stripe',
      tax_behavior: taxSettings.tax_behavior,
      tax_code: taxSettings.tax_code,
    },
    head_office: {
      address: {
        city: 'Portland',
        country: 'US',
        line1: null,
        line2: null,
        postal_code: '97201',
        state: 'OR',
      },
    },
    livemode: false,
    status: taxSettings.status,
    status_details:
      taxSettings.status === 'active' ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
  })),
]
