// The length of a text in characters, as people, zod and PostgreSQL count them.

/** Counts code points: "😀" is one character, although its `length` is 2. */
export const characters = (text: string): number => [...text].length
