// The platform's tax settings.
import { shape } from '../params.ts'
import { route } from '../routes.ts'

export const taxRoutes = [
  route('GET', '/v1/tax/settings', shape({}), () => ({
    object: 'tax.settings' as const,
    defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' },
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
    status: 'active',
    status_details: { active: {} },
  })),
]
