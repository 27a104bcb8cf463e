// The first step of an import: a place for the file, what can be read, and where to get it.
import { useState } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DropZone } from '#web/ui/drop-zone.tsx'
import { BROKERS, SUPPORTED } from './brokers.ts'

const ACCEPTED =
  '.csv,.tsv,.txt,.xml,.xlsx,text/csv,text/xml,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type ChooseFileProps = {
  onFile: (file: File) => void
  /** Why the file before was not read. */
  refusal: string | undefined
  autoFocus: boolean
}

export function ChooseFile({ onFile, refusal, autoFocus }: ChooseFileProps) {
  const [fault, setFault] = useState<string>()
  const wrong = fault ?? refusal
  return (
    <>
      {wrong !== undefined && (
        <Banner tone="loss" role="alert">
          {wrong}
        </Banner>
      )}
      <DropZone
        label="Choose a file"
        invitation="Drop the file here"
        accept={ACCEPTED}
        autoFocus={autoFocus}
        onFiles={([file, ...others]) => {
          if (!file) setFault('This is a folder. Choose the file inside it.')
          else if (others.length > 0) setFault('Choose one file at a time.')
          else onFile(file)
        }}
      >
        Your broker’s export, as CSV, Excel or XML. You can review it before importing.
      </DropZone>
      <div className="grid gap-1">
        <p className="text-small text-pretty text-ink-2">Supported: {SUPPORTED}.</p>
        <Disclosure label="How to get the file">
          <dl className="grid gap-3 text-small">
            {BROKERS.map(({ name, steps }) => (
              <div key={name}>
                <dt className="font-strong">{name}</dt>
                <dd className="text-pretty text-ink-2">{steps}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
        <p className="text-caption text-pretty text-ink-3">
          Others see percentages and weights, never amounts, quantities or account numbers.
        </p>
      </div>
    </>
  )
}
