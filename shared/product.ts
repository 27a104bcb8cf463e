// What the product calls itself, in one place.

export const PRODUCT_NAME = 'Signalpost'
export const TAGLINE = 'Follow trades. Share your own.'
