// How long a text is for a person and for the limits: in characters, as zod and PostgreSQL count them.

/** Code points: "😀" is one, where `length` says two. */
export const characters = (text: string): number => [...text].length
