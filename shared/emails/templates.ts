// Every email of the product, by the name under which it is queued.
import {
  factorAdded,
  factorRemoved,
  invitation,
  passwordChanged,
  passwordReset,
  signInLink,
} from './account.ts'
import { alertDigest, signalAlerts } from './alerts.ts'
import type { Email, Site, Template } from './email.ts'
import {
  confirmEmailChange,
  emailChangeAsked,
  emailChanged,
  emailInUse,
  verifyEmail,
} from './email-address.ts'
import { launch } from './launch.ts'
import { refundAsked, refundDeclined, refunded, withdrawn } from './refunds.ts'
import { payoutFailed, payoutPaid, payoutsDue, payoutsOnHold, payoutsReady } from './payouts.ts'
import {
  accountRestricted,
  appealAnswered,
  lookAnswered,
  noticeReceived,
  reportAfterAppeal,
  reportDecided,
  signalHidden,
} from './moderation.ts'
import { creatorSilent, disputeClosed, disputeOpened, newSubscribers } from './creators.ts'
import {
  accessEnded,
  cancellationUndone,
  paymentFailed,
  paymentReceipt,
  priceChanged,
  subscriptionCanceled,
  subscriptionConfirmed,
  yearlyReminder,
} from './payments.ts'
import { accountKept, dataExportReady, deletionRequested } from './leaving.ts'
import {
  creatorLeaving,
  creatorLeft,
  renewalsPaused,
  renewalsResumed,
  addressNeeded,
  subscriptionEnds,
  subscriptionRefunded,
} from './subscriptions.ts'

export const EMAILS = {
  invitation,
  launch,
  passwordReset,
  passwordChanged,
  signInLink,
  verifyEmail,
  confirmEmailChange,
  emailChangeAsked,
  emailChanged,
  emailInUse,
  deletionRequested,
  accountKept,
  dataExportReady,
  factorAdded,
  factorRemoved,
  addressNeeded,
  subscriptionEnds,
  subscriptionRefunded,
  renewalsPaused,
  renewalsResumed,
  creatorLeaving,
  creatorLeft,
  subscriptionConfirmed,
  paymentReceipt,
  paymentFailed,
  accessEnded,
  subscriptionCanceled,
  cancellationUndone,
  yearlyReminder,
  priceChanged,
  newSubscribers,
  disputeOpened,
  disputeClosed,
  creatorSilent,
  withdrawn,
  refunded,
  refundAsked,
  refundDeclined,
  payoutsDue,
  payoutsOnHold,
  payoutsReady,
  payoutPaid,
  payoutFailed,
  alertDigest,
  signalAlerts,
  signalHidden,
  accountRestricted,
  reportDecided,
  reportAfterAppeal,
  noticeReceived,
  appealAnswered,
  lookAnswered,
}
export type EmailName = keyof typeof EMAILS
export type EmailData<Name extends EmailName> = Parameters<(typeof EMAILS)[Name]>[0]

export const composeEmail = <Name extends EmailName>(name: Name, data: EmailData<Name>, site: Site): Email =>
  (EMAILS[name] as Template<EmailData<Name>>)(data, site)
