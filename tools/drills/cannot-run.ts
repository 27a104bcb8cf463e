// The error of a drill that can't run on this machine. Its message says what to install.
export class CannotRun extends Error {}
