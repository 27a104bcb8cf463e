// Terms, privacy, refunds and help: whether they can be read, and what is still blank.
import { blanksText, readDocuments } from '#server/features/legal/documents.ts'
import { type Check, fault, ok } from './finding.ts'

const REMEDY =
  'Copy the file from server/features/legal/defaults to LEGAL_DIR and fill it in, or set what it names.'

export const documents: Check = {
  name: 'documents',
  async run({ config }) {
    const blanks = blanksText(await readDocuments(config))
    if (blanks.length === 0) return [ok('Terms, privacy, refunds and help have no blanks.')]
    if (config.mode !== 'production')
      return [ok('Terms, privacy, refunds and help have blanks. Only production refuses to start with them.')]
    return blanks.map((says) => fault(`${says}.`, REMEDY))
  },
}
