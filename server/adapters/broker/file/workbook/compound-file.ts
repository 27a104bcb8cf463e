// Files in the container of older Microsoft programs: workbooks of before 2007, and newer ones that are encrypted.
import { PROTECTED } from './zip-parts.ts'

/** The stream in which an encrypted workbook lies ([MS-OFFCRYPTO] 2.3.1), as names are written in the container. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const OLD_WORKBOOK = [Buffer.from('Workbook\0', 'utf16le'), Buffer.from('Book\0', 'utf16le')]

const OLD = 'This is an old Excel workbook (.xls). Open it, save it as .xlsx or CSV, then choose that file.'
const OTHER = 'This is an old Office file. Open it, save it as .xlsx or CSV, then choose that file.'

/** Why such a file can't be read, in a sentence. Container: [MS-CFB]; its directory may be anywhere in the file. */
export function compoundSentence(bytes: Buffer): string {
  if (bytes.includes(ENCRYPTED)) return PROTECTED
  return OLD_WORKBOOK.some((name) => bytes.includes(name)) ? OLD : OTHER
}
