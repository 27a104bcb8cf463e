// The error responses of blocks, mutes, bells and saved signals.

export const SAFETY_PROBLEMS = {
  self_block: { status: 400, message: 'You can’t block yourself' },
  self_mute: { status: 400, message: 'You can’t mute yourself' },
  mute_ended: { status: 400, message: 'The end of a mute must be in the future', field: 'until' },
  mutes_full: { status: 409, message: 'You can mute up to 200 people, tickers and words. Remove one first.' },
  self_bell: { status: 400, message: 'You can’t set a bell for yourself' },
  bell_needs_follow: { status: 409, message: 'Follow this person first, then set the bell.' },
  bookmarks_full: { status: 409, message: 'You can save up to 1,000 signals. Remove one first.' },
} as const
