// Calls for comments, and for what people found useful.
import type { Deps } from '#server/deps.ts'
import type { Serve } from '#server/http/serve.ts'
import { signalById } from '#server/features/signals/store.ts'
import { comments } from '#shared/contracts/comments.ts'
import { Problem } from '#shared/problems.ts'
import { deleteComment, editComment } from './change-comment.ts'
import { postComment } from './post-comment.ts'
import { followThread, readThread, viewsOf } from './read-thread.ts'
import { commentById, type CommentRow, versionsOf } from './store.ts'
import { findUseful, takeBackUseful } from './useful.ts'

export function commentRoutes(serve: Serve, deps: Deps): void {
  const viewOf = async (viewerId: string, row: CommentRow) => {
    const signal = await signalById(deps, viewerId, row.signalId)
    const [view] = signal ? await viewsOf(deps, viewerId, signal, [row]) : []
    // The viewer was blocked in the meantime.
    if (!view) throw new Problem('comment_not_found')
    return view
  }

  serve(comments.thread, async ({ viewer, params, query }) => readThread(deps, viewer, params.id, query))
  serve(comments.follow, async ({ viewer, params }) => ({
    total: await followThread(deps, viewer.id, params.id),
  }))
  serve(comments.post, async ({ viewer, params, body }) =>
    viewOf(viewer.id, await postComment(deps, viewer.id, params.id, body)),
  )
  serve(comments.edit, async ({ viewer, params, body }) =>
    viewOf(viewer.id, await editComment(deps, viewer.id, params.id, body.body)),
  )
  serve(comments.remove, async ({ viewer, params }) => {
    await deleteComment(deps, viewer.id, params.id)
    return { isDeleted: true }
  })
  serve(comments.versions, async ({ viewer, params }) => {
    const row = await commentById(deps, viewer.id, params.id)
    if (row.deletedAt || row.hiddenAt) throw new Problem('comment_not_found')
    const versions = await versionsOf(deps, row.id)
    return versions.map(({ createdAt, body }) => ({ createdAt: createdAt.toISOString(), body }))
  })
  serve(comments.useful, async ({ viewer, params }) => {
    await findUseful(deps, viewer.id, params.id)
    return { isUseful: true }
  })
  serve(comments.notUseful, async ({ viewer, params }) => {
    await takeBackUseful(deps, viewer.id, params.id)
    return { isUseful: false }
  })
}
