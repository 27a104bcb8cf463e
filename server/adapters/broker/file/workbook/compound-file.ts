// Recognizes the container of older Microsoft programs: workbooks from before 2007, and encrypted newer ones.
import { PROTECTED } from './zip-parts.ts'

/** The stream of an encrypted workbook ([MS-OFFCRYPTO] 2.3.1), as the container spells its name. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_WORKBOOK = [Buffer.from('Workbook\0', 'utf16le'), Buffer.from('Book\0', 'utf16le')]

const OLD = 'This is an old Excel workbook (.xls). Open it, save it as .xlsx or CSV, then choose that file.'
const OTHER = 'This is an old Office file. Open it, save it as .xlsx or CSV, then choose that file.'

/** The message for such a file. Container: [MS-CFB]; its directory may be anywhere in the file. */
export function compoundSentence(bytes: Buffer): string {
  if (bytes.includes(ENCRYPTED)) return PROTECTED
  return OLD_WORKBOOK.some((name) => bytes.includes(name)) ? OLD : OTHER
}
