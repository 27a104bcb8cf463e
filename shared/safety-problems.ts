// The error responses of blocks and mutes.

export const SAFETY_PROBLEMS = {
  self_block: { status: 400, message: 'You can’t block yourself' },
  self_mute: { status: 400, message: 'You can’t mute yourself' },
  mute_ended: { status: 400, message: 'The end of a mute must be in the future', field: 'until' },
  mutes_full: { status: 409, message: 'You can mute up to 200 people, tickers and words. Remove one first.' },
} as const
