// The BroadcastChannel on which tabs of one browser announce sign-ins and sign-outs; landing-script.ts uses
// it without React.

/** Messages are the id of the user who signed in, or null after signing out. */
export const openSessionChannel = () => new BroadcastChannel('signalpost-session')
