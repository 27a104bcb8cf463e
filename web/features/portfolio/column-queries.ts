// Going back from a preview to the columns of the stored file, and throwing that file away.
import { useMutation } from '@tanstack/react-query'
import type { ColumnProposal } from '#shared/contracts/column-mapping.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { call } from '#web/lib/call.ts'

/** The columns that a preview was read with; the preview is thrown away, as another one follows. */
export const useChangeColumns = (onColumns: (proposal: ColumnProposal) => void) =>
  useMutation({
    mutationFn: async ({ id, mapped }: Preview) => {
      const proposal = await call(importFiles.columns, { params: { id: mapped?.fileId ?? '' } })
      await call(portfolio.dropImport, { params: { id } })
      return proposal
    },
    onSuccess: onColumns,
  })

/** Whether it worked matters to nobody: the server deletes stored files by itself. */
export const useDropFile = () =>
  useMutation({ mutationFn: (id: string) => call(importFiles.drop, { params: { id } }) })
