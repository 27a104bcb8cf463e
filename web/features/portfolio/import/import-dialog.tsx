// The import dialog: choose a file, upload it, set its columns if needed, review the preview, and confirm the
// import.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { useConfirmImport, useDeletePreview } from '../queries.ts'
import { ChooseFile, UploadProgress } from './upload-step.tsx'
import { ColumnsStep, MISSING_COLUMNS_ID } from './columns-step.tsx'
import { useColumnMapping, useDeleteStoredFile, useReopenColumns } from './use-column-mapping.ts'
import {
  type DraftChoice,
  importChoiceFrom,
  initialChoice,
  isComplete,
  saysMoreCash,
} from './import-choice.ts'
import { ColumnMappingNote, PreviewStep } from './preview-step.tsx'
import { type UploadResult, useFileUpload } from './upload-file.ts'
import { useFileAccounts } from './use-file-accounts.ts'

const DIALOG = 'import-portfolio'

export function ImportDialog() {
  const dialog = useDialog(DIALOG)
  const { isOpen } = dialog
  const [openCount, setOpenCount] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenCount(openCount + 1)
  }
  // Each opening starts over, but the old content stays until the closing animation has ended.
  return <ImportSteps key={openCount} dialog={dialog} />
}

function ImportSteps({ dialog }: { dialog: ReturnType<typeof useDialog> }) {
  const { isOpen, close, closeIfOpen } = dialog
  const {
    file,
    result: uploaded,
    refusal,
    isReading,
    progress,
    rows,
    read,
    stop,
    startOver,
  } = useFileUpload()
  /** The latest result after the upload's own: a preview with the chosen columns, or the columns again. */
  const [latest, setLatest] = useState<UploadResult>()
  const result = latest ?? uploaded
  const preview = result && !('kind' in result) ? result : undefined
  const confirm = useConfirmImport()
  const [changedChoice, setChangedChoice] = useState<DraftChoice>()
  const choice = changedChoice ?? (preview && initialChoice(preview))
  const showResult = (shown: UploadResult) => {
    setLatest(shown)
    setChangedChoice(undefined)
  }
  const settings = useColumnMapping(result && 'kind' in result ? result : undefined, showResult)
  const reopenColumns = useReopenColumns(showResult)
  const { mutate: deletePreview } = useDeletePreview()
  const { mutate: deleteFile } = useDeleteStoredFile()
  // After "Choose another file" the focus goes to the file button.
  const [hasChosenFile, setHasChosenFile] = useState(false)

  const discard = () => {
    if (!result || confirm.isPending || confirm.isSuccess) return
    if (preview) deletePreview(preview.id)
    const fileId = settings?.proposal.fileId ?? preview?.mapped?.fileId
    if (fileId !== undefined) deleteFile(fileId)
  }
  // Closing the dialog in any way (button, Escape, Back, leaving the page) cancels the upload and deletes the
  // preview.
  const discardOnClose = useEffectEvent(() => {
    stop()
    discard()
  })
  useEffect(() => (isOpen ? () => discardOnClose() : undefined), [isOpen])

  const accounts = useFileAccounts(preview, (labels) => {
    discard()
    setChangedChoice(undefined)
    confirm.reset()
    if (file) read(file, labels)
  })
  const restart = () => {
    discard()
    accounts.reset()
    setLatest(undefined)
    startOver()
    setChangedChoice(undefined)
    confirm.reset()
  }
  const hasNews = preview && choice && (preview.hasNews || saysMoreCash(choice, preview.openingCash))
  const importShown = (shown: Preview, finalChoice: DraftChoice) =>
    confirm.mutate(
      { id: shown.id, choice: importChoiceFrom(shown, finalChoice) },
      {
        onSuccess: () => {
          if (accounts.hasNext) return accounts.readNext()
          // The link that opened the dialog disappears once the portfolio has an account.
          focusAfterDialog('content')
          closeIfOpen()
        },
      },
    )

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      wide
      title={preview ? 'Review before importing' : settings ? 'Choose columns' : 'Import a file'}
      subtitle={result ? <bdi className="wrap-anywhere">{file?.name}</bdi> : 'From your broker, read-only.'}
      foot={
        settings ? (
          <>
            <Button variant="outline" disabled={settings.isReading} onClick={restart}>
              Choose another file
            </Button>
            <Button
              pending={settings.isReading}
              pendingLabel="Reading..."
              onClick={() =>
                settings.missing.length === 0
                  ? settings.read()
                  : document.getElementById(MISSING_COLUMNS_ID)?.focus()
              }
            >
              Continue
            </Button>
          </>
        ) : preview && choice ? (
          <>
            <Button variant="outline" disabled={confirm.isPending} onClick={restart}>
              Choose another file
            </Button>
            {accounts.isPending ? (
              <Button disabled={accounts.isEmpty} onClick={() => accounts.readChosen()}>
                Continue
              </Button>
            ) : accounts.hasNext && !hasNews ? (
              <Button onClick={() => accounts.readNext()}>Next account</Button>
            ) : (
              <Button
                disabled={!hasNews || !isComplete(preview, choice)}
                pending={confirm.isPending}
                pendingLabel="Importing..."
                onClick={() => importShown(preview, choice)}
              >
                Import
              </Button>
            )}
          </>
        ) : (
          <Button variant="outline" onClick={isReading ? restart : close}>
            Cancel
          </Button>
        )
      }
    >
      {confirm.error && !isUnauthorized(confirm.error) && (
        <Banner tone="loss" role="alert">
          {messageOf(confirm.error) ?? 'Nothing was imported. Please try again.'}
        </Banner>
      )}
      {settings ? (
        <ColumnsStep settings={settings} />
      ) : preview && choice ? (
        <>
          {preview.mapped && (
            <ColumnMappingNote
              mapped={preview.mapped}
              onChange={() => reopenColumns.mutate(preview)}
              isPending={reopenColumns.isPending}
              error={reopenColumns.error}
            />
          )}
          <PreviewStep preview={preview} choice={choice} onChoice={setChangedChoice} accounts={accounts} />
        </>
      ) : isReading ? (
        <UploadProgress name={file?.name ?? ''} progress={progress} rows={rows} />
      ) : (
        <ChooseFile
          refusal={refusal}
          autoFocus={hasChosenFile}
          onFile={(chosen) => {
            setHasChosenFile(true)
            read(chosen)
          }}
        />
      )}
    </Dialog>
  )
}
