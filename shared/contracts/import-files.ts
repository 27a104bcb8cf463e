// Files of unrecognized brokers, stored for 15 minutes while the owner maps their columns.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'
import { ColumnMapping, ColumnProposal, ReadRow } from './column-mapping.ts'
import { Preview } from './import-preview.ts'

const OfOne = z.object({ id: Id })

export const importFiles = {
  tryColumns: endpoint({
    method: 'POST',
    path: '/api/portfolio/import-files/:id/try',
    summary: 'Reads the first rows of a stored file with these columns, without importing them',
    access: 'member',
    params: OfOne,
    body: ColumnMapping,
    reply: z.object({ rows: z.array(ReadRow) }),
  }),
  columns: endpoint({
    method: 'GET',
    path: '/api/portfolio/import-files/:id',
    summary: 'The table of a stored file, for changing its columns',
    access: 'member',
    params: OfOne,
    reply: ColumnProposal,
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/portfolio/import-files/:id/read',
    summary:
      'Reads a stored file with these columns, and remembers them for the next file with the same header',
    access: 'member',
    limit: 'upload',
    status: 201,
    params: OfOne,
    body: ColumnMapping,
    reply: Preview,
  }),
  chooseSheet: endpoint({
    method: 'PUT',
    path: '/api/portfolio/import-files/:id/sheet',
    summary: 'Proposes columns for another sheet of a stored workbook',
    access: 'member',
    limit: 'upload',
    params: OfOne,
    body: z.object({ sheet: z.int().min(0).max(999) }),
    reply: ColumnProposal,
  }),
  drop: endpoint({
    method: 'DELETE',
    path: '/api/portfolio/import-files/:id',
    summary: 'Deletes a stored file',
    access: 'member',
    params: OfOne,
    reply: z.object({ message: z.string() }),
  }),
}
