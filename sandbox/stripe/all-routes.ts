// Every call the sandbox answers.
import { cancelNow } from './billing/canceling.ts'
import { accountLinkRoutes } from './objects/account-links.ts'
import { applicationFeeRoutes } from './objects/application-fees.ts'
import { balanceRoutes } from './objects/balance.ts'
import { chargeRoutes } from './objects/charges.ts'
import { accountRoutes } from './objects/account-calls.ts'
import { customerRoutes } from './objects/customers.ts'
import { disputeRoutes } from './objects/disputes.ts'
import { eventDestinationRoutes } from './objects/event-destinations.ts'
import { eventRoutes } from './objects/event-lists.ts'
import { invoicePaymentRoutes } from './objects/invoice-payments.ts'
import { invoiceRoutes } from './objects/invoices.ts'
import { paymentIntentRoutes } from './objects/payment-intent-calls.ts'
import { paymentMethodRoutes } from './objects/payment-methods.ts'
import { portalConfigurationRoutes } from './objects/portal-configurations.ts'
import { portalSessionRoutes } from './objects/portal-sessions.ts'
import { priceRoutes } from './objects/prices.ts'
import { productRoutes } from './objects/products.ts'
import { refundRoutes } from './objects/refunds.ts'
import { setupIntentRoutes } from './objects/setup-intents.ts'
import { subscriptionItemRoutes } from './objects/subscription-items.ts'
import { subscriptionRoutes } from './objects/subscription-calls.ts'
import { testClockRoutes } from './objects/test-clocks.ts'
import { transferRoutes } from './objects/transfers.ts'
import { webhookEndpointRoutes } from './objects/webhook-endpoints.ts'
import type { Route } from './routes.ts'
import { find } from './world.ts'

export const ALL_ROUTES: Route[] = [
  ...customerRoutes((world, id) => {
    cancelNow(world, find(world, 'subscription', id), 'cancellation_requested')
  }),
  ...productRoutes,
  ...priceRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...transferRoutes,
  ...applicationFeeRoutes,
  ...disputeRoutes,
  ...balanceRoutes,
  ...portalSessionRoutes,
  ...portalConfigurationRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...testClockRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...eventDestinationRoutes,
]
