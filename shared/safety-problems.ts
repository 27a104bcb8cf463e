// The error responses of blocks, mutes, bells, push and saved signals.

export const SAFETY_PROBLEMS = {
  self_block: { status: 400, message: 'You can’t block yourself' },
  self_mute: { status: 400, message: 'You can’t mute yourself' },
  mute_ended: { status: 400, message: 'The end of a mute must be in the future', field: 'until' },
  mutes_full: { status: 409, message: 'You can mute up to 200 people, tickers and words. Remove one first.' },
  self_report: { status: 400, message: 'You can’t report yourself' },
  reported_not_found: { status: 404, message: 'This is already gone. There’s nothing to report.' },
  notice_link: {
    status: 400,
    message: 'This isn’t a link to a signal, comment or profile here. Copy it from the page.',
    field: 'url',
  },
  picture_removed: { status: 409, message: 'Our moderators removed this picture. Choose another one.' },
  case_not_found: { status: 404, message: 'There is no such case' },
  case_decided: { status: 409, message: 'This case is decided already' },
  case_claimed: { status: 409, message: 'Another moderator holds this case. You can take it over.' },
  not_moderator: { status: 403, message: 'Only a moderator can decide cases' },
  not_administrator: { status: 403, message: 'Only an administrator can do this' },
  own_payment: { status: 403, message: 'Somebody else must do this: you pay or receive this payment' },
  payment_not_found: { status: 404, message: 'There is no such payment' },
  refund_refused: { status: 502, message: 'The payment provider refused the refund. Nothing was refunded.' },
  operator_address_missing: {
    status: 409,
    message: 'Emails to the waitlist need your postal address: set OPERATOR_ADDRESS first',
  },
  factor_required: {
    status: 403,
    message: 'Confirm your second factor first: enter a code of your authenticator app, or use a passkey',
  },
  factor_missing: {
    status: 403,
    message: 'This account has no second factor; add an authenticator app or a passkey first',
  },
  own_case: {
    status: 403,
    message: 'Somebody else must decide this: it’s about you, your report, your creator or your subscriber',
  },
  author_gone: { status: 409, message: 'The author has left: this can only be dismissed' },
  suspended: {
    status: 403,
    message: 'You’re suspended and can’t post. Our email says why and until when.',
  },
  profile_suspended: {
    status: 403,
    message:
      'While you’re suspended, you can’t change your name, username, bio or picture. You can remove your name, bio and picture. Our email says why and until when.',
  },
  reporting_stopped: {
    status: 403,
    message: 'You can’t report right now. A moderator’s email says why and until when.',
  },
  selling_stopped: {
    status: 403,
    message: 'You can’t sell right now. Our email says why and until when.',
  },
  reasons_missing: {
    status: 400,
    message: 'To do something about it, name the facts, whether the ground is the law or a rule, and which',
  },
  decision_not_found: { status: 404, message: 'There is no such decision' },
  appeal_sent: { status: 409, message: 'You have appealed this decision already' },
  appeal_ended: { status: 409, message: 'The time to appeal this decision is over' },
  appeal_not_found: { status: 404, message: 'There is no open appeal in this case' },
  report_not_found: { status: 404, message: 'We found no report of yours to look at again' },
  look_link_not_valid: { status: 404, message: 'This link isn’t valid. Open it from the email again.' },
  look_sent: { status: 409, message: 'You have asked for another look already' },
  look_ended: { status: 409, message: 'The time to ask for another look is over' },
  confirmation_not_found: { status: 404, message: 'No suspension in this case waits for a second moderator' },
  confirmation_late: {
    status: 409,
    message: 'This suspension has ended. Open a new case to suspend the account again.',
  },
  own_suspension: {
    status: 403,
    message: 'A second moderator must confirm this suspension, because the decision is yours',
  },
  own_decision: {
    status: 403,
    message: 'Another moderator must answer this appeal, because the decision is yours',
  },
  self_bell: { status: 400, message: 'You can’t get alerts about yourself' },
  bell_needs_follow: { status: 409, message: 'Follow this person first, then turn on alerts.' },
  push_off: { status: 409, message: 'Push notifications are off on this server' },
  push_endpoint_unknown: {
    status: 400,
    message: 'We don’t know this browser’s push service, so we can’t send to it',
  },
  push_key_changed: { status: 409, message: 'Our key has changed. Load the page again, then turn push on.' },
  push_device_not_found: { status: 404, message: 'This device gets no notifications anymore' },
  push_devices_full: {
    status: 409,
    message: 'Up to 10 devices can get push notifications. Remove one first.',
  },
  comment_not_found: { status: 404, message: 'This comment was not found' },
  comment_taken: { status: 409, message: 'A comment with this id already exists. Please send it again.' },
  comment_gone: { status: 409, message: 'This comment was deleted, so you can’t change it or reply to it' },
  comment_final: { status: 409, message: 'Comments can only be edited for 15 minutes. Write a new one.' },
  replies_off: { status: 403, message: 'The author turned off replies to this signal' },
  replies_from_followers: { status: 403, message: 'Only people who follow the author can reply' },
  replies_from_subscribers: { status: 403, message: 'Only subscribers of the author can reply' },
  replies_closed: {
    status: 403,
    message: 'Signalpost removed this signal’s text, so nobody can reply anymore',
  },
  /** The server's message says which limit, and until when. */
  comments_limit: { status: 429, message: 'You’ve written many comments. Try again later.' },
  comment_links: {
    status: 403,
    message: 'In the first week of an account, comments can’t have links',
    field: 'body',
  },
  comment_mentions: { status: 403, message: 'This comment mentions too many people', field: 'body' },
  own_useful: { status: 400, message: 'You can’t mark your own signal as useful' },
  useful_email: { status: 403, message: 'Verify your email to mark signals as useful' },
  useful_age: { status: 403, message: 'You can mark signals as useful after your first week' },
  bookmarks_full: { status: 409, message: 'You can save up to 1,000 signals. Remove one first.' },
} as const
