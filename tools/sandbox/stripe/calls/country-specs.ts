// The platform's own account, and to which countries Stripe transfers from each country.
import { resourceMissing } from '../errors.ts'
import { shape } from '../params.ts'
import { route } from '../routes.ts'
import type { Context } from '../context.ts'

/**
 * For a platform in the US: the example of the API reference (https://docs.stripe.com/api/country_specs/object). For one in
 * another of these countries: all of them (https://docs.stripe.com/connect/cross-border-payouts).
 */
export const FROM_US =
  'US AE AG AL AM AR AT AU BA BE BG BH BO CA CH CI CL CO CR CY CZ DE DK DO EC EE EG ES ET FI FR GB GH GM GR GT GY HK HR HU ID IE IL IS IT JM JO JP KE KH KR KW LC LI LK LT LU LV MA MD MG MK MN MO MT MU MX MY NA NG NL NO NZ OM PA PE PH PL PT PY QA RO RS RW SA SE SG SI SK SN SV TH TN TR TT TZ UY UZ VN ZA BD BJ MC NE SM AZ BN BT AO DZ TW BS BW GA LA MZ KZ PK'.split(
    ' ',
  )
const REGION =
  'US GB CA CH AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )

function countrySpec(id: string) {
  const verification = { additional: [], minimum: [] }
  return {
    id,
    object: 'country_spec' as const,
    default_currency: 'usd',
    supported_bank_account_currencies: { usd: ['US'] },
    supported_payment_currencies: ['usd'],
    supported_payment_methods: ['card', 'stripe'],
    supported_transfer_countries: id === 'US' ? FROM_US : REGION,
    verification_fields: { company: verification, individual: verification },
  }
}

const platform = ({ settings }: Context) => ({
  id: 'acct_sandboxplatform',
  object: 'account' as const,
  charges_enabled: true,
  country: settings.country,
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
})

export const countrySpecRoutes = [
  route('GET', '/v1/account', shape({}), platform),
  route('GET', '/v1/country_specs/:id', shape({}), (_context, { id }) => {
    if (!REGION.includes(id)) throw resourceMissing('country', id)
    return countrySpec(id)
  }),
]
