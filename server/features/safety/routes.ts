// Calls for blocks and mutes.
import type { z } from 'zod'
import { decodeCursor, paginate } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { personById } from '#server/features/users/store.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { type Block, type BlockCost, type Mute, safety } from '#shared/contracts/safety.ts'
import { Problem } from '#shared/problems.ts'
import { block, type EndTies, unblock } from './block.ts'
import { mute, unmute } from './mutes.ts'
import { type BlockRow, blocksOf, type MuteRow, mutesOf } from './store.ts'

export type SafetyOptions = EndTies & {
  /** The effect that a block by the first person has on a subscription between the two. */
  blockCost: (viewerId: string, personId: string) => Promise<z.input<typeof BlockCost>>
}

export function safetyRoutes(serve: Serve, deps: Deps, { blockCost, ...ends }: SafetyOptions): void {
  serve(safety.blocks, async ({ viewer, query: { limit, cursor }, http }) => {
    const rows = await blocksOf(deps, viewer.id, limit, decodeCursor(cursor))
    const page = paginate(
      rows.map((row) => ({ id: row.userId, createdAt: row.createdAt, view: blockView(row) })),
      limit,
    )
    linkNext(http, page.next)
    return page.rows.map(({ view }) => view)
  })

  serve(safety.block, async ({ viewer, body }) => {
    await block(deps, ends, viewer.id, body.userId)
    return { isBlocked: true }
  })

  serve(safety.blockCost, async ({ viewer, params }) => {
    if (viewer.id === params.id) throw new Problem('self_block')
    if (!(await personById(deps, viewer.id, params.id))) throw new Problem('user_not_found')
    return await blockCost(viewer.id, params.id)
  })

  serve(safety.unblock, async ({ viewer, params }) => {
    await unblock(deps, viewer.id, params.id)
    return { isBlocked: false }
  })

  serve(safety.mutes, async ({ viewer }) => (await mutesOf(deps, viewer.id)).map(muteView))

  serve(safety.mute, async ({ viewer, body }) => {
    const id = await mute(deps, viewer.id, body)
    const row = (await mutesOf(deps, viewer.id)).find((one) => one.id === id)
    // It was removed or ended in the meantime.
    if (!row) throw new Problem('mute_ended')
    return muteView(row)
  })

  serve(safety.unmute, async ({ viewer, params }) => {
    await unmute(deps, viewer.id, params.id)
    return { isMuted: false }
  })
}

function blockView({ userId, createdAt, ...names }: BlockRow): z.input<typeof Block> {
  return { user: { id: userId, ...names }, createdAt: createdAt.toISOString() }
}

function muteView(row: MuteRow): z.input<typeof Mute> {
  const { userId, username, displayName, profileImageUrl } = row
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    until: row.until?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    user:
      userId === null || username === null ? null : { id: userId, username, displayName, profileImageUrl },
  }
}
