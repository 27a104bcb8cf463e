// What a person may not do after a decision of a moderator.

export const RESTRICTIONS = ['post', 'sell', 'report'] as const
export type RestrictionKind = (typeof RESTRICTIONS)[number]
