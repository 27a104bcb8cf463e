// Where the tabs of one browser tell each other who has signed in or out.

/** Carries the id of whoever signed in, or null after signing out. */
export const SESSION_CHANNEL = 'signalpost-session'
