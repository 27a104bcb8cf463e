// The calls about a stored file: get its table, try columns, read it with them, choose a sheet, delete it.
import type { Deps } from '#server/deps.ts'
import { disconnectSignal, type Serve } from '#server/http/serve.ts'
import { headerHash } from '#engine/broker-files/columns/mapped-format.ts'
import { readRows } from '#engine/broker-files/columns/read-rows.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import { Problem } from '#shared/problems.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { latestDay } from '#engine/market/calendar-day.ts'
import { rememberMapping } from './column-mappings.ts'
import { dropFilesOf, fileOf, storeTable } from './stored-files.ts'
import { proposeSheet, readStoredFile } from './read-in-worker.ts'

export function importFileRoutes(serve: Serve, deps: Deps): void {
  const { db, clock } = deps

  serve(importFiles.columns, async ({ viewer, params }) => {
    const { proposal } = await fileOf(db, viewer.id, params.id, clock.now())
    return proposal
  })

  serve(importFiles.tryColumns, async ({ viewer, params, body }) => {
    const { proposal, table } = await fileOf(db, viewer.id, params.id, clock.now())
    return { rows: readRows(proposal.firstRows, body, { table, today: latestDay(clock.now()) }) }
  })

  serve(importFiles.read, async ({ viewer, params, body, http }) => {
    const at = clock.now()
    const { proposal, table } = await fileOf(db, viewer.id, params.id, at)
    const [missing] = missingFrom(body, proposal.columns)
    if (missing !== undefined) throw new Problem('bad_export', { message: missing })
    const mapped = { mapping: body, table, fileId: params.id, isRemembered: false }
    const signal = disconnectSignal(http.reply)
    const preview = await readStoredFile(deps, viewer.id, mapped, { signal, onRows: () => {} })
    // Saved, so that a person who returns to the columns finds their choices.
    await storeTable(db, params.id, { proposal: { ...proposal, mapping: body }, table })
    const hash = headerHash(table.header)
    if (hash !== null) await rememberMapping(db, { userId: viewer.id, headerHash: hash, at }, body)
    return preview
  })

  serve(importFiles.chooseSheet, async ({ viewer, params, body, http }) => {
    await fileOf(db, viewer.id, params.id, clock.now())
    const chosen = { fileId: params.id, sheet: body.sheet }
    return await proposeSheet(deps, viewer.id, chosen, {
      signal: disconnectSignal(http.reply),
      onRows: () => {},
    })
  })

  serve(importFiles.drop, async ({ viewer, params }) => {
    await fileOf(db, viewer.id, params.id, clock.now())
    await dropFilesOf(db, viewer.id)
    return { message: 'Thrown away' }
  })
}
