// The column mapping of a stored file: the owner's edits, what is still missing, sample rows, and reading the
// file.
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ColumnField, ColumnMapping, ColumnProposal, Meaning } from '#shared/contracts/column-mapping.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { portfolio } from '#shared/contracts/portfolio.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type ColumnSettings = NonNullable<ReturnType<typeof useColumnMapping>>

/** `proposal` follows the chosen sheet; `source` is the one it started from. */
type State = { source: ColumnProposal; proposal: ColumnProposal; mapping: ColumnMapping }

/** Undefined without a proposal; starts over with each new one. */
export function useColumnMapping(source: ColumnProposal | undefined, onRead: (preview: Preview) => void) {
  const [state, setState] = useState<State>()
  if (source && state?.source !== source) setState({ source, proposal: source, mapping: source.mapping })
  const setMapping = (update: (current: ColumnMapping) => ColumnMapping) =>
    setState((current) => current && { ...current, mapping: update(current.mapping) })
  const change = (part: Partial<ColumnMapping>) => setMapping((current) => ({ ...current, ...part }))
  const id = state?.proposal.fileId ?? ''

  const triedMapping = useDeferredValue(state?.mapping)
  const sample = useQuery({
    queryKey: queryKeys.triedColumns(id, [state?.proposal.sheet, triedMapping]),
    queryFn: triedMapping
      ? () => call(importFiles.tryColumns, { params: { id }, body: triedMapping })
      : skipToken,
    placeholderData: keepPreviousData,
    enabled: source !== undefined && triedMapping !== undefined && isValid(triedMapping),
    // The stored file doesn't change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const read = useMutation({
    mutationFn: (mapping: ColumnMapping) => call(importFiles.read, { params: { id }, body: mapping }),
    onSuccess: onRead,
  })
  const sheet = useMutation({
    mutationFn: (index: number) => call(importFiles.chooseSheet, { params: { id }, body: { sheet: index } }),
    onSuccess: (proposal) =>
      setState(
        (current) =>
          current && {
            ...current,
            proposal,
            mapping: { ...proposal.mapping, broker: current.mapping.broker },
          },
      ),
  })
  if (!source || !state) return undefined

  const { proposal, mapping } = state
  const error = read.error ?? sheet.error ?? sample.error
  return {
    proposal,
    mapping,
    change,
    setColumn: (field: ColumnField, index: number | undefined) =>
      setMapping((current) => withColumn(current, field, index, proposal.columns)),
    setMeaning: (word: string, meaning: Meaning) =>
      setMapping((current) => ({
        ...current,
        meanings: [...current.meanings.filter((entry) => entry.word !== word), { word, meaning }],
      })),
    chooseSheet: sheet.mutate,
    missing: missingFrom(mapping, proposal.columns),
    rows: sample.data?.rows,
    read: () => read.mutate(mapping),
    isReading: read.isPending,
    /** A sentence that says why the last request failed. */
    refusal:
      error && !isUnauthorized(error)
        ? (messageOf(error) ?? 'We couldn’t read the file. Try again.')
        : undefined,
  }
}

/** Whether the server accepts the mapping; it refuses an incomplete currency code. */
const isValid = ({ currency }: ColumnMapping) => /^([A-Z]{3})?$/.test(currency)

/** A new action column replaces the list of words; words that both columns contain keep their meaning. */
function withColumn(
  mapping: ColumnMapping,
  field: ColumnField,
  index: number | undefined,
  columns: ColumnProposal['columns'],
): ColumnMapping {
  const { [field]: _, ...others } = mapping.columns
  const update = { ...mapping, columns: index === undefined ? others : { ...others, [field]: index } }
  if (field !== 'action') return update
  const words = new Set((index === undefined ? [] : (columns[index]?.words ?? [])).map(({ word }) => word))
  return { ...update, meanings: mapping.meanings.filter(({ word }) => words.has(word)) }
}

/** Opens the columns of a preview again and deletes the preview, because a new one follows. */
export const useReopenColumns = (onProposal: (proposal: ColumnProposal) => void) =>
  useMutation({
    mutationFn: async ({ id, mapped }: Preview) => {
      const proposal = await call(importFiles.columns, { params: { id: mapped?.fileId ?? '' } })
      await call(portfolio.dropImport, { params: { id } })
      return proposal
    },
    onSuccess: onProposal,
  })

/** A failure is ignored, because the server deletes old files anyway. */
export const useDeleteStoredFile = () =>
  useMutation({ mutationFn: (id: string) => call(importFiles.drop, { params: { id } }) })
