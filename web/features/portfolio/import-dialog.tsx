// Importing a broker's file: choosing it, watching it go, looking at what was understood, and only then taking it over.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Preview } from '#shared/contracts/import-preview.ts'
import { isUnauthorized, messageOf } from '#web/lib/api-error.ts'
import { useDialog } from '#web/lib/dialog-address.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, focusAfterDialog } from '#web/ui/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { useChangeColumns, useDropFile } from './column-queries.ts'
import { type Choice, choiceFor, choiceToSend, isDecided } from './import-choice.ts'
import { ImportPreview } from './import-preview.tsx'
import { MappedNote } from './mapped-note.tsx'
import { MISSING_COLUMNS } from './missing-columns.tsx'
import { useConfirmImport, useDropImport } from './queries.ts'
import { useReadFile } from './read-file.ts'
import { ReadingFile } from './reading-file.tsx'
import type { FileAnswer } from './send-file.ts'
import { useColumnMapping } from './use-column-mapping.ts'

const IMPORT_PORTFOLIO = 'import-portfolio'

export function ImportDialog() {
  const { isOpen, close } = useDialog(IMPORT_PORTFOLIO)
  const [openings, setOpenings] = useState(0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpenings(openings + 1)
  }
  // Each opening starts from nothing, while what was there stays drawn until the dialog has left.
  return <Importing key={openings} isOpen={isOpen} close={close} />
}

function Importing({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { file, answer: first, refusal, isReading, share, rows, read, stop, startOver } = useReadFile()
  /** What came after the first answer: the preview with chosen columns, or these columns once more. */
  const [next, setNext] = useState<FileAnswer>()
  const answer = next ?? first
  const preview = answer && !('kind' in answer) ? answer : undefined
  const confirm = useConfirmImport()
  const [made, setMade] = useState<Choice>()
  const choice = made ?? (preview && choiceFor(preview))
  const goOn = (to: FileAnswer) => {
    setNext(to)
    setMade(undefined)
  }
  const settings = useColumnMapping(answer && 'kind' in answer ? answer : undefined, goOn)
  const changing = useChangeColumns(goOn)
  const { mutate: drop } = useDropImport()
  const { mutate: dropFile } = useDropFile()
  // Coming back to the first step, the focus goes to its button.
  const [hasBegun, setHasBegun] = useState(false)

  const throwAway = () => {
    if (!answer || confirm.isPending || confirm.isSuccess) return
    if (preview) drop(preview.id)
    const fileId = settings?.proposal.fileId ?? preview?.mapped?.fileId
    if (fileId !== undefined) dropFile(fileId)
  }
  // By its button, by Escape, by Back or with the page: whatever is under way ends with the dialog.
  const end = useEffectEvent(() => {
    stop()
    throwAway()
  })
  useEffect(() => (isOpen ? () => end() : undefined), [isOpen])

  const again = () => {
    throwAway()
    setNext(undefined)
    startOver()
    setMade(undefined)
    confirm.reset()
  }
  const take = (shown: Preview, decided: Choice) =>
    confirm.mutate(
      { id: shown.id, choice: choiceToSend(shown, decided) },
      {
        onSuccess: () => {
          // The link that led here is gone with the empty portfolio.
          focusAfterDialog('content')
          if (new URLSearchParams(location.search).get('dialog') === IMPORT_PORTFOLIO) close()
        },
      },
    )

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      wide
      title={preview ? 'Review before importing' : settings ? 'Choose columns' : 'Import a file'}
      subtitle={answer ? <bdi className="wrap-anywhere">{file?.name}</bdi> : 'From your broker, read-only.'}
      foot={
        settings ? (
          <>
            <Button variant="outline" disabled={settings.isReading} onClick={again}>
              Choose another file
            </Button>
            <Button
              pending={settings.isReading}
              pendingLabel="Reading..."
              onClick={() =>
                settings.missing.length === 0
                  ? settings.read()
                  : document.getElementById(MISSING_COLUMNS)?.focus()
              }
            >
              Continue
            </Button>
          </>
        ) : preview && choice ? (
          <>
            <Button variant="outline" disabled={confirm.isPending} onClick={again}>
              Choose another file
            </Button>
            <Button
              disabled={!preview.hasNews || !isDecided(preview, choice)}
              pending={confirm.isPending}
              pendingLabel="Importing..."
              onClick={() => take(preview, choice)}
            >
              Import
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={isReading ? again : close}>
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
            <MappedNote
              mapped={preview.mapped}
              onChange={() => changing.mutate(preview)}
              isPending={changing.isPending}
              error={changing.error}
            />
          )}
          <ImportPreview preview={preview} choice={choice} onChoice={setMade} />
        </>
      ) : isReading ? (
        <ReadingFile name={file?.name ?? ''} share={share} rows={rows} />
      ) : (
        <ChooseFile
          refusal={refusal}
          autoFocus={hasBegun}
          onFile={(chosen) => {
            setHasBegun(true)
            read(chosen)
          }}
        />
      )}
    </Dialog>
  )
}
