// Every number of section 9 of the product specification and of docs/spec-answers.md. Lengths are in code points.

export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** A person can change their username `USERNAME_CHANGES_MAX` times in `USERNAME_CHANGES_DAYS` days. */
export const USERNAME_CHANGES_MAX = 3
export const USERNAME_CHANGES_DAYS = 30
/** How long an old username is reserved for its owner and links to their profile. */
export const USERNAME_HELD_DAYS = 90
/** How long sent emails about money are recorded; longer than a year, for the yearly reminder. */
export const BILLING_EMAILS_DAYS = 400
/** The age from which a person may have an account, in years. */
export const ADULT_AGE = 18
export const PASSWORD_MIN = 6
/** Longer passwords are refused, never truncated, so that hashing time is bounded. */
export const PASSWORD_MAX = 1000
/** The shortest minimum length that production allows. */
export const PASSWORD_MIN_IN_PRODUCTION = 8
export const EMAIL_MAX = 254
export const DISPLAY_NAME_MAX = 50
export const BIO_MAX = 160
/** The longest URL of a picture on another site. Each card of a feed contains one. */
export const PICTURE_ADDRESS_MAX = 2000

export const SIGNAL_CONTENT_MAX = 1000
export const TICKERS_MAX = 20
/** The maximum length of a promotion's payer. */
export const PAID_BY_MAX = 80
export const TICKER_LENGTH_MAX = 12
export const HOLDING_CIRCLE_LETTERS = 4
export const WATCHLIST_MAX = 100
/** Without a visit for this long, a person's stored timeline is removed until they return. */
export const TIMELINE_DAYS = 14
/** How long alerts are listed, and stored ones kept. */
export const ALERTS_DAYS = 90
/** How many unseen alerts are counted. */
export const UNSEEN_MAX = 100
/** The list shows signals of at most this many authors, those whose bells were set last. */
export const BELLS_MAX = 200
export const BOOKMARKS_MAX = 1000
/** Devices of one person that get push notifications. */
export const PUSH_DEVICES_MAX = 10
/** A device whose push service has accepted nothing for this long is removed. */
export const PUSH_SILENT_DAYS = 30
/** Mutes of one person. Each page of a feed compares its texts with all muted words. */
export const MUTES_MAX = 200
export const MUTED_WORD_MAX = 50
export const REPORT_TEXT_MAX = 1000
export const APPEAL_TEXT_MAX = 3000
/** How long a report without an account is kept after its decision: until no appeal is possible and answered. */
export const NOTICES_KEPT_DAYS = 400
export const NOTICE_NAME_MAX = 100
export const NOTICE_URL_MAX = 500
/** How long a decision can be appealed (Art. 20 of the Digital Services Act: at least six months). */
export const APPEAL_DAYS = 183
/** Within how many days an appeal is answered. */
export const APPEAL_ANSWER_DAYS = 7
/** How long a permanent suspension holds until a second moderator confirms it. */
export const CONFIRMATION_DAYS = 7
/** How long a moderator's claim on a case holds. */
export const CLAIM_MINUTES = 60
/** What a moderator writes to the author, and the law or rule that they name. */
export const DECISION_TEXT_MAX = 3000
export const REFERENCE_MAX = 200
export const SUSPENSION_DAYS_MAX = 365
/** Why an administrator acted, for the audit log. */
export const ACT_REASON_MAX = 500
/** How many people of the waitlist one call invites. */
export const INVITE_MAX = 1000
/** For how long after a second factor a session may administer. */
export const FACTOR_HOURS = 12
/** The longest search query. */
export const SEARCH_MAX = 1000

export const CREATOR_PLAN_PRICE_IN_CENTS = 200
export const SUBSCRIPTION_PRICE_MIN_IN_CENTS = 500
export const SUBSCRIPTION_PRICE_MAX_IN_CENTS = 10_000
export const SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS = 500
/** Only shown if a view has no price (spec answer 2). */
export const SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS = 600

export const PICTURE_MAX_BYTES = 5_242_880
/** The side of a square profile picture, in pixels. */
export const PICTURE_SIDE_PX = 512

/** How long the deletion of an account can be canceled. */
export const DELETION_DAYS = 14
/** A sealed trade is opened in the log at most this many days after it was posted (docs/record.md). */
export const SEALED_DAYS = 90
/** Signals that opened a position in a liquid share: the least for a rated record. */
export const TRADES_MIN = 20
/** The fewest trades of a person on one ticker whose average is shown. */
export const TRADES_ON_TICKER_MIN = 3
/** The most statements of a person about one ticker in 12 months: on a page, and in its CSV file. */
export const STATEMENTS_MAX = 200
export const STATEMENTS_FILE_MAX = 1000
/** How long a data export can be downloaded. */
export const DATA_EXPORT_DAYS = 7
/** How long entries of the audit log are kept. */
export const AUDIT_LOG_DAYS = 400
/** How long used and expired links are kept, to tell them from invalid ones, and how long sent emails are. */
export const LINKS_KEPT_DAYS = 30
export const EMAILS_KEPT_DAYS = 30
/** Stripe retries deliveries for three days. Operators look further back. */
export const STRIPE_EVENTS_DAYS = 60
/** How long a permanently failed job is kept for inspection. */
export const FAILED_JOBS_DAYS = 30
/** How long past backups are listed for operators. */
export const BACKUPS_LISTED_DAYS = 400
/** How long the preview of an import, and a file whose columns must be mapped, wait for their owner. */
export const IMPORT_PREVIEW_DAYS = 1
export const UNMAPPED_FILE_MINUTES = 15
/** A session ends this long after it began, even if it is used. */
export const SESSION_DAYS = 180
/** How long a confirmed password or passkey is valid for changes that require one. */
export const REAUTHENTICATION_MINUTES = 10
/** How long the second step of a sign-in, or a passkey's prompt, may take. */
export const SECOND_STEP_MINUTES = 10
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 50

/** How long the links in emails work. */
export const INVITATION_DAYS = 14
export const RESET_LINK_MINUTES = 30
/** For links that verify an email or confirm a new one. */
export const EMAIL_LINK_HOURS = 24
/** How long the owner of an email can undo a change of it. */
export const EMAIL_REVERT_DAYS = 7
/** The owner of an email gets at most one notice in this time that another person entered it. */
export const EMAIL_IN_USE_MINUTES = 60
/** How soon another email with the same link can be requested, in seconds. */
export const EMAIL_AGAIN_S = 60

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100
export const FEED_SKELETON_CARDS = 3

export const AGE_MINUTE_S = 60
export const AGE_HOUR_S = 3600
export const AGE_DAY_S = 86_400

export const TOAST_MS = 5000
export const TOAST_SWIPE_PX = 50
export const TOOLTIP_OPEN_MS = 700
export const TOOLTIP_SKIP_MS = 300

export const AFTER_UNAUTHORIZED_MS = 500
export const AFTER_LOGOUT_MS = 500
export const AFTER_CREATOR_MODE_REQUIRED_MS = 1500
export const AFTER_CREATOR_PAYMENT_MS = 1000
export const AFTER_SUBSCRIPTION_MS = 2000
export const AFTER_PAYMENT_CONFIRMATION_MS = 2000
export const ALREADY_A_CREATOR_MS = 500

/** The spec's constants for uploads, in the form of Uppy's AwsS3. */
export const UPLOAD = {
  multipartThresholdBytes: 100 * 1024 * 1024,
  partMinBytes: 5 * 1024 * 1024,
  partsMax: 10_000,
  concurrency: 6,
  retryDelaysMs: [0, 1000, 3000, 5000],
} as const

/** The risk-free rate of Sharpe, Sortino and alpha, per year: three-month treasury bills, rounded. */
export const RISK_FREE_RATE = 0.04
/** The largest broker file that can be imported. */
export const EXPORT_MAX_BYTES = 100 * 1024 * 1024

/** Requests per window, counted across all servers (docs/quality.md, Safe). */
export const RATE_LIMITS = {
  loginPerAddress: { points: 25, windowSeconds: 300 },
  /** For a device that has signed in to the account before. For other devices, see `FAILED_SIGN_INS`. */
  loginPerDevice: { points: 25, windowSeconds: 3600 },
  waitlist: { points: 60, windowSeconds: 3600 },
  registration: { points: 60, windowSeconds: 3600 },
  /** Requests for a password reset link. */
  passwordReset: { points: 20, windowSeconds: 3600 },
  /** Password changes. Each guess of the current password counts. */
  passwordChange: { points: 20, windowSeconds: 3600 },
  /** Requests for a link about an email, and uses of one. */
  emailLink: { points: 20, windowSeconds: 3600 },
  /** Confirming one's identity with the password. Each guess counts. */
  reauthentication: { points: 20, windowSeconds: 3600 },
  /**
   * Codes of an authenticator app, and recovery codes, per account or per known device. Three codes are valid at a
   * time, so guessing all day succeeds about once in 700 days.
   */
  secondFactor: { points: 20, windowSeconds: 3600 },
  posting: { points: 60, windowSeconds: 3600 },
  commenting: { points: 120, windowSeconds: 3600 },
  reporting: { points: 30, windowSeconds: 3600 },
  /** Reports without an account, by address. */
  notices: { points: 10, windowSeconds: 3600 },
  upload: { points: 30, windowSeconds: 3600 },
  checkout: { points: 60, windowSeconds: 3600 },
  /** Cancellations, resumptions and prices: each takes several calls from Stripe's quota, which all users share. */
  billing: { points: 60, windowSeconds: 3600 },
  /** Each takes a call from the provider's quota. */
  broker: { points: 60, windowSeconds: 3600 },
  general: { points: 1500, windowSeconds: 300 },
} as const
export type RateLimitName = keyof typeof RATE_LIMITS

/**
 * Wrong passwords for one account by devices that have never signed in to it. Beyond `points` in a window, each address
 * waits `firstDelaySeconds` between two attempts, twice as long after every `doublesAfter` more, and at most
 * `delayMaxSeconds`.
 */
export const FAILED_SIGN_INS = {
  points: 25,
  windowSeconds: 3600,
  firstDelaySeconds: 2,
  doublesAfter: 5,
  delayMaxSeconds: 900,
} as const
/** The most failed sign-ins per hour in the audit log, for an account and for an account from one network. */
export const FAILURES_LOGGED = { perAccount: 100, perNetwork: 5 } as const
/** Emails that strangers can cause, by mailbox, of all kinds together. */
export const STRANGERS_EMAILS = { perHour: 3, perDay: 10 } as const
/** How long a sign-in link works. */
export const SIGN_IN_LINK_MINUTES = 30
/** An account's owner gets at most one email with a sign-in link in this time. */
export const SIGN_IN_EMAIL_MINUTES = 60
/** Comments: characters, how long they can be edited, and how many a person may write in a day, in one thread, and at first. */
export const COMMENT_MAX = 1000
export const COMMENT_EDIT_MINUTES = 15
export const COMMENTS_PER_DAY = 100
export const COMMENTS_PER_THREAD = 30
export const COMMENT_MENTIONS_MAX = 10
/** The limits of an account's first days, in which comments have no links. */
export const NEW_ACCOUNT = { days: 7, commentsPerDay: 5, mentionsMax: 2 } as const
/** How long an open page is notified of a thread's changes. The page renews that before it ends. */
export const THREAD_LIVE_MINUTES = 10
