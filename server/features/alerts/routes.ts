// Calls for alerts, bells, alert settings, and saved signals.
import { decodeCursor, paginate } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { signalView } from '#server/features/signals/views.ts'
import { linkNext, type Serve } from '#server/http/serve.ts'
import { alerts } from '#shared/contracts/alerts.ts'
import { bookmarks } from '#shared/contracts/bookmarks.ts'
import { delivery } from '#shared/contracts/delivery.ts'
import { push } from '#shared/contracts/push.ts'
import { KINDS_OF_FILTER } from '#shared/rules/alert-kinds.ts'
import { bellOf, setBell } from './bells.ts'
import { save, savedBy, unsave } from './bookmarks.ts'
import { addDevice, changeDevice, devicesOf, removeDevice } from './push/devices.ts'
import { receiptOf } from './receipts.ts'
import { mark, marksOf } from './marks.ts'
import { alertRows, oldestListed } from './alert-rows.ts'
import { unseenAlerts } from './store.ts'
import { saveSettings, settingsOf } from './settings.ts'
import { alertViews } from './views.ts'

export function alertRoutes(serve: Serve, deps: Deps): void {
  serve(alerts.list, async ({ viewer, query: { filter, limit, cursor }, http }) => {
    const [marks, rows] = await Promise.all([
      marksOf(deps, viewer.id),
      alertRows(deps, viewer.id, KINDS_OF_FILTER[filter], {
        from: oldestListed(deps.clock.now()),
        before: decodeCursor(cursor),
        limit: limit + 1,
      }),
    ])
    const page = paginate(rows, limit)
    linkNext(http, page.next)
    return await alertViews(deps, viewer.id, page.rows, marks)
  })

  serve(alerts.seen, async ({ viewer, body }) => {
    await mark(deps, viewer.id, { ...body, isRead: false })
    return { unseen: await unseenAlerts(deps, viewer.id) }
  })

  serve(alerts.read, async ({ viewer, body }) => {
    await mark(deps, viewer.id, { ...body, isRead: true })
    return { unseen: await unseenAlerts(deps, viewer.id) }
  })

  serve(alerts.bell, async ({ viewer, params }) => await bellOf(deps, viewer.id, params.authorId))

  serve(
    alerts.setBell,
    async ({ viewer, params, body }) => await setBell(deps, viewer.id, params.authorId, body),
  )

  serve(alerts.settings, async ({ viewer }) => await settingsOf(deps, viewer.id))

  serve(alerts.saveSettings, async ({ viewer, body }) => {
    await saveSettings(deps, viewer.id, body)
    return await settingsOf(deps, viewer.id)
  })

  serve(push.key, async () => {
    const { newestKey, hasSandbox } = deps.push
    return { publicKey: newestKey?.publicKey ?? null, number: newestKey?.number ?? 0, hasSandbox }
  })

  serve(push.devices, async ({ viewer }) => await devicesOf(deps, viewer))

  serve(push.addDevice, async ({ viewer, body }) => await addDevice(deps, viewer, body))

  serve(
    push.changeDevice,
    async ({ viewer, params, body }) => await changeDevice(deps, viewer, params.id, body),
  )

  serve(push.removeDevice, async ({ viewer, params }) => ({
    removed: await removeDevice(deps, viewer.id, params.id),
  }))

  serve(delivery.receipt, async ({ viewer, params }) => await receiptOf(deps, viewer.id, params.id))

  serve(bookmarks.list, async ({ viewer, query: { limit, cursor }, http }) => {
    const rows = await savedBy(deps, viewer.id, limit, decodeCursor(cursor))
    const page = paginate(
      rows.map((row) => ({ id: row.id, createdAt: row.savedAt, view: signalView(row, viewer.id) })),
      limit,
    )
    linkNext(http, page.next)
    return page.rows.map(({ view }) => view)
  })

  serve(bookmarks.save, async ({ viewer, params }) => {
    await save(deps, viewer.id, params.signalId)
    return { isSaved: true }
  })

  serve(bookmarks.remove, async ({ viewer, params }) => {
    await unsave(deps, viewer.id, params.signalId)
    return { isSaved: false }
  })
}
