// Every call the sandbox answers.
import type { Route } from '../routes.ts'
import { accountLinkRoutes } from './account-links.ts'
import { accountRoutes } from './accounts.ts'
import { applicationFeeRoutes } from './application-fees.ts'
import { balanceRoutes } from './balance.ts'
import { chargeRoutes, refundRoutes } from './charges.ts'
import { countrySpecRoutes } from './country-specs.ts'
import { customerSessionRoutes } from './customer-sessions.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { eventDestinationRoutes } from './event-destinations.ts'
import { eventRoutes } from './events.ts'
import { invoicePaymentRoutes, invoiceRoutes } from './invoices.ts'
import { loginLinkRoutes } from './login-links.ts'
import { paymentIntentRoutes } from './payment-intents.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { paymentMethodDomainRoutes } from './payment-method-domains.ts'
import { payoutRoutes } from './payouts.ts'
import { portalConfigurationRoutes } from './portal-configurations.ts'
import { portalSessionRoutes } from './portal-sessions.ts'
import { priceRoutes } from './prices.ts'
import { productRoutes } from './products.ts'
import { setupIntentRoutes } from './setup-intents.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { taxRoutes } from './tax.ts'
import { testClockRoutes } from './test-clocks.ts'
import { transferRoutes } from './transfers.ts'
import { webhookEndpointRoutes } from './webhook-endpoints.ts'

export const ALL_ROUTES: Route[] = [
  ...customerRoutes,
  ...customerSessionRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...applicationFeeRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...payoutRoutes,
  ...countrySpecRoutes,
  ...paymentMethodDomainRoutes,
  ...portalSessionRoutes,
  ...portalConfigurationRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...taxRoutes,
  ...testClockRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...loginLinkRoutes,
  ...eventDestinationRoutes,
]
