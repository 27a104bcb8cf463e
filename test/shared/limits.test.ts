// The constants of spec section 9, one by one. Their effects are tested where they are used.
import { expect, test } from 'vitest'
import * as limits from '#shared/limits.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'

const MEGABYTE = 1024 * 1024

test.each([
  ['the creator plan costs $2.00 a month', limits.CREATOR_PLAN_PRICE_IN_CENTS, 200], // @spec-9.1
  ['the default price is 500 cents', limits.SUBSCRIPTION_PRICE_DEFAULT_IN_CENTS, 500], // @spec-9.2
  // @spec-9.3
  ['a view without a price shows $6.00', limits.SUBSCRIPTION_PRICE_FALLBACK_IN_CENTS, 600],
  ['the lowest price is $5.00', limits.SUBSCRIPTION_PRICE_MIN_IN_CENTS, 500], // @spec-9.5
  ['the highest price is $100.00', limits.SUBSCRIPTION_PRICE_MAX_IN_CENTS, 10_000], // @spec-9.5
  ['a username has at least 3 characters', limits.USERNAME_MIN, 3], // @spec-9.8
  ['a username has at most 30 characters', limits.USERNAME_MAX, 30], // @spec-9.8
  ['a password has at least 6 characters', limits.PASSWORD_MIN, 6], // @spec-9.9
  ['a display name has at most 50 characters', limits.DISPLAY_NAME_MAX, 50], // @spec-9.10
  ['a bio has at most 160 characters', limits.BIO_MAX, 160], // @spec-9.11
  ['a signal has at most 1000 characters', limits.SIGNAL_CONTENT_MAX, 1000], // @spec-9.12
  ['a picture has at most 5242880 bytes', limits.PICTURE_MAX_BYTES, 5_242_880], // @spec-9.13
  ['after 60 s an age is shown in minutes', limits.AGE_MINUTE_S, 60], // @spec-9.14
  ['after 3600 s an age is shown in hours', limits.AGE_HOUR_S, 3600], // @spec-9.14
  ['after 86400 s an age is shown in days', limits.AGE_DAY_S, 86_400], // @spec-9.14
  ['the page starts a new sign-in 500 ms after "Unauthorized"', limits.AFTER_UNAUTHORIZED_MS, 500], // @spec-9.15
  // @spec-9.16
  [
    'the page opens the Creator Mode screen 1.5 s after a post without Creator Mode',
    limits.AFTER_CREATOR_MODE_REQUIRED_MS,
    1500,
  ],
  ['the page goes home 500 ms after a sign-out', limits.AFTER_LOGOUT_MS, 500], // @spec-9.17
  ['the page opens the setup 1 s after the plan is paid', limits.AFTER_CREATOR_PAYMENT_MS, 1000], // @spec-9.18
  ['the page goes on 2 s after a subscription is paid', limits.AFTER_SUBSCRIPTION_MS, 2000], // @spec-9.19
  ['the page opens the setup after 500 ms for an existing creator', limits.ALREADY_A_CREATOR_MS, 500], // @spec-9.20
  ['a loading feed shows 3 skeleton cards', limits.FEED_SKELETON_CARDS, 3], // @spec-9.21
  ['the circle of a holding has the first 4 letters of its ticker', limits.HOLDING_CIRCLE_LETTERS, 4], // @spec-9.22
  ['a toast shows for 5000 ms', limits.TOAST_MS, 5000], // @spec-9.24
  ['a toast is dismissed by a swipe of 50 px', limits.TOAST_SWIPE_PX, 50], // @spec-9.25
  ['a tooltip opens after 700 ms', limits.TOOLTIP_OPEN_MS, 700], // @spec-9.27
  ['within 300 ms the next tooltip opens at once', limits.TOOLTIP_SKIP_MS, 300], // @spec-9.28
  ['an upload above 100 MB is sent in parts', limits.UPLOAD.multipartThresholdBytes, 100 * MEGABYTE], // @spec-9.29
  ['a part has at least 5 MB', limits.UPLOAD.partMinBytes, 5 * MEGABYTE], // @spec-9.30
  ['an upload has at most 10000 parts', limits.UPLOAD.partsMax, 10_000], // @spec-9.31
  ['6 parts are sent at once', limits.UPLOAD.concurrency, 6], // @spec-9.32
  // @spec-9.33
  ['an upload is retried after 0, 1, 3 and 5 s', limits.UPLOAD.retryDelaysMs, [0, 1000, 3000, 5000]],
  ['the product has a name', PRODUCT_NAME, 'Signalpost'],
  ['the product has a tagline', TAGLINE, 'Follow trades. Share your own.'], // @spec-1.1
])('%s', (_what, value, figure) => {
  expect(value).toEqual(figure)
})
