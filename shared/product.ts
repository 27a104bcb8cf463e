// The product's name and tagline.

export const PRODUCT_NAME = 'Signalpost'
export const TAGLINE = 'Follow trades. Share your own.'
