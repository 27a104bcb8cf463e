// The columns of a stored file as their owner sets them: what is still missing, how rows would be read, and reading all.
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { ColumnField, ColumnMapping, ColumnProposal, Meaning } from '#shared/contracts/column-mapping.ts'
import { importFiles } from '#shared/contracts/import-files.ts'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { missingFrom } from '#shared/rules/column-mapping.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/query-keys.ts'

export type ColumnSettings = NonNullable<ReturnType<typeof useColumnMapping>>

type State = { answer: ColumnProposal; proposal: ColumnProposal; mapping: ColumnMapping }

/** Undefined while nobody asks; begins anew with each answer. */
export function useColumnMapping(answer: ColumnProposal | undefined, onRead: (preview: Preview) => void) {
  const [state, setState] = useState<State>()
  if (answer && state?.answer !== answer) setState({ answer, proposal: answer, mapping: answer.mapping })
  const setMapping = (next: (before: ColumnMapping) => ColumnMapping) =>
    setState((before) => before && { ...before, mapping: next(before.mapping) })
  const change = (part: Partial<ColumnMapping>) => setMapping((before) => ({ ...before, ...part }))
  const id = state?.proposal.fileId ?? ''

  const tried = useDeferredValue(state?.mapping)
  const sample = useQuery({
    queryKey: keys.triedColumns(id, [state?.proposal.sheet, tried]),
    queryFn: tried ? () => call(importFiles.tryColumns, { params: { id }, body: tried }) : skipToken,
    placeholderData: keepPreviousData,
    enabled: answer !== undefined && tried !== undefined && isWhole(tried),
    // The stored file doesn't change.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const read = useMutation({
    mutationFn: (mapping: ColumnMapping) => call(importFiles.read, { params: { id }, body: mapping }),
    onSuccess: onRead,
  })
  const sheet = useMutation({
    mutationFn: (chosen: number) =>
      call(importFiles.chooseSheet, { params: { id }, body: { sheet: chosen } }),
    onSuccess: (proposal) =>
      setState(
        (before) =>
          before && { ...before, proposal, mapping: { ...proposal.mapping, broker: before.mapping.broker } },
      ),
  })
  if (!answer || !state) return undefined

  const { proposal, mapping } = state
  const error = read.error ?? sheet.error ?? sample.error
  return {
    proposal,
    mapping,
    change,
    setColumn: (field: ColumnField, index: number | undefined) =>
      setMapping((before) => withColumn(before, field, index, proposal.columns)),
    setMeaning: (word: string, meaning: Meaning) =>
      setMapping((before) => ({
        ...before,
        meanings: [...before.meanings.filter((one) => one.word !== word), { word, meaning }],
      })),
    chooseSheet: sheet.mutate,
    missing: missingFrom(mapping, proposal.columns),
    rows: sample.data?.rows,
    read: () => read.mutate(mapping),
    isReading: read.isPending,
    /** Why something was refused, in a sentence. */
    refusal:
      error && !isUnauthorized(error)
        ? (messageOf(error) ?? 'We couldn’t read the file. Try again.')
        : undefined,
  }
}

/** Whether the server takes it at all. */
const isWhole = ({ currency }: ColumnMapping) => /^([A-Z]{3})?$/.test(currency)

/** With another action column its own words count; those that both have keep their meaning. */
function withColumn(
  mapping: ColumnMapping,
  field: ColumnField,
  index: number | undefined,
  columns: ColumnProposal['columns'],
): ColumnMapping {
  const { [field]: _, ...others } = mapping.columns
  const next = { ...mapping, columns: index === undefined ? others : { ...others, [field]: index } }
  if (field !== 'action') return next
  const words = new Set((index === undefined ? [] : (columns[index]?.words ?? [])).map(({ word }) => word))
  return { ...next, meanings: mapping.meanings.filter(({ word }) => words.has(word)) }
}
