// Why people cancel a subscription: the closed list, as stored and as shown.

export const CANCEL_REASONS = ['price', 'activity', 'results', 'trying', 'time', 'other'] as const
export type CancelReasonName = (typeof CANCEL_REASONS)[number]

export const CANCEL_REASON_TEXT: Record<CancelReasonName, string> = {
  price: 'Too expensive',
  activity: 'Not enough signals',
  results: 'The results',
  trying: 'Just trying it',
  time: 'No time to follow it',
  other: 'Something else',
}

/** Answers are shown in full groups of this size, so that no single answer can be identified. */
export const ANSWERS_TOGETHER = 5
