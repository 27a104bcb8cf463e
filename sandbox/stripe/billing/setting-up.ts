// Saves a card for later payments without taking money, with 3-D Secure where the card asks for it.
import { declineOnSaving } from '../cards.ts'
import { chance } from '../clock.ts'
import { cardError, refused } from '../errors.ts'
import { change, emit } from '../events.ts'
import {
  attachQuietly,
  createMethod,
  factsOf,
  type PaymentMethod,
  usableMethod,
} from '../objects/payment-methods.ts'
import type { SetupConfirmInput, SetupIntent } from '../objects/setup-intents.ts'
import { find, keep, type World } from '../world.ts'

export function confirmSetup(world: World, before: SetupIntent, given: SetupConfirmInput): SetupIntent {
  if (before.status === 'succeeded' || before.status === 'canceled') {
    throw refused(
      `You cannot confirm this SetupIntent because it has a status of ${before.status}.`,
      'setup_intent_unexpected_state',
      { setup_intent: before },
    )
  }
  const id = given.payment_method ?? before.payment_method
  const method = given.payment_method_data
    ? createMethod(world, given.payment_method_data)
    : id && usableMethod(world, id, 'payment_method')
  if (!method) {
    throw refused(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      'setup_intent_unexpected_state',
      { setup_intent: before },
    )
  }
  const { behavior } = factsOf(world, method)
  const decline = declineOnSaving(behavior)
  if (decline) {
    const { advice_code: _, ...words } = decline
    const problem = cardError(words)
    const intent: SetupIntent = {
      ...before,
      last_setup_error: {
        ...words,
        doc_url: problem.body.doc_url ?? '',
        payment_method: method,
        type: 'card_error',
      },
      payment_method: null,
      status: 'requires_payment_method',
    }
    keep(world, 'setup_intent', intent)
    emit(world, 'setup_intent.setup_failed', intent)
    throw cardError({ ...problem.body, setup_intent: intent, payment_method: method })
  }
  if (!behavior.startsWith('asks')) return setUp(world, before, method)
  const token = chance(32)
  const url = `${world.baseUrl}/pages/three-d-secure/${before.id}/${token}`
  const returnUrl = given.return_url ?? null
  const intent: SetupIntent = {
    ...before,
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
    payment_method: method.id,
    status: 'requires_action',
  }
  keep(world, 'setup_intent', intent)
  world.store.hide(intent.id, { token, returnUrl })
  emit(world, 'setup_intent.requires_action', intent)
  return intent
}

function setUp(world: World, before: SetupIntent, method: PaymentMethod): SetupIntent {
  const intent: SetupIntent = {
    ...before,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  keep(world, 'setup_intent', intent)
  if (intent.customer) attachQuietly(world, method, intent.customer)
  world.store.hide(method.id, { isSetUp: true })
  emit(world, 'setup_intent.succeeded', intent)
  for (const subscription of world.store.all('subscription', { '$.pending_setup_intent': intent.id })) {
    change(
      world,
      'subscription',
      subscription,
      { pending_setup_intent: null, default_payment_method: method.id },
      'customer.subscription.updated',
    )
  }
  return intent
}

/** The answer of the bank's page. */
export function finishSetup(world: World, id: string, isPassed: boolean): SetupIntent {
  const before = find(world, 'setup_intent', id)
  if (before.status !== 'requires_action' || !before.payment_method) return before
  if (isPassed) return setUp(world, before, find(world, 'payment_method', before.payment_method))
  const intent: SetupIntent = {
    ...before,
    last_setup_error: {
      code: 'setup_intent_authentication_failure',
      doc_url: 'https://stripe.com/docs/error-codes/setup-intent-authentication-failure',
      message: 'The latest attempt to set up the payment method has failed because authentication failed.',
      payment_method: world.store.get('payment_method', before.payment_method) ?? null,
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  keep(world, 'setup_intent', intent)
  emit(world, 'setup_intent.setup_failed', intent)
  return intent
}
