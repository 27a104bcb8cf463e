// The rule for who may read a comment. Every query that shows one uses it, in addition to the signal's own rule.
import { type Expression, sql, type SqlBool } from 'kysely'
import { isHeard, mutedBy, type ViewerContext, WORD_PATTERN } from '#server/features/users/visibility.ts'

/**
 * Whether the viewer sees a comment of a thread that they may read: they may see its writer, and have muted neither the
 * writer nor a word in the comment. Comments of writers who have left stay visible. `comment` and `writer`: the aliases
 * of their rows.
 */
export const isCommentShown = (context: ViewerContext, comment: string, writer: string) =>
  sql<SqlBool>`(${sql.ref(`${comment}.personId`)} is null or (${isHeard(context, writer)}
    and not (${mutesWords(context)} and ${sql.ref(`${comment}.personId`)} <> ${context.viewerId}
      and lower(${sql.ref(`${comment}.body`)}) ~ any(array${mutedBy(context, sql`'word'`, WORD_PATTERN)}))))`

const mutesWords = (context: ViewerContext) => sql<boolean>`exists ${mutedBy(context, sql`'word'`)}`

/** Whether the comment has a text: nobody deleted or removed it. */
export const hasText = (comment: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${comment}.deletedAt`)} is null and ${sql.ref(`${comment}.hiddenAt`)} is null)`
