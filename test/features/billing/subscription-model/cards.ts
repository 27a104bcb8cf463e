// Stripe's test cards, by how they behave.

/** Stripe's test cards. */
export const CARDS = {
  pays: 'pm_card_visa',
  'is declined': 'pm_card_chargeDeclined',
  'is declined once it is saved': 'pm_card_chargeCustomerFail',
  'needs confirmation once': 'pm_card_authenticationRequiredOnSetup',
  'needs confirmation each time': 'pm_card_authenticationRequired',
  'is disputed': 'pm_card_createDispute',
} as const
export type Card = keyof typeof CARDS
