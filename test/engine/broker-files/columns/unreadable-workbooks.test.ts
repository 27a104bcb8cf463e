// Unreadable workbooks and other containers are rejected with a message, and none of them crashes the server.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readBytes } from '../export-files.ts'
import { workbook, zip } from './build-workbook.ts'

const refusalOf = async (bytes: Buffer) =>
  await readBytes(bytes).then(
    () => ({ message: 'not refused' }),
    (error: unknown) => error as Error,
  )

describe('An unreadable workbook', () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }
  const compound = (name: string) =>
    Buffer.concat([
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      Buffer.alloc(3000),
      Buffer.from(`${name}\0`, 'utf16le'),
    ])
  const sheetOf = (inside: string) =>
    workbook([{ name: 'One', rows: [] }], {
      more: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inside}` },
    })

  test.each([
    [
      'an encrypted workbook',
      compound('EncryptedPackage'),
      'This workbook is protected with a password. Save it without one and try again.',
    ],
    ['a zip with a password', zip(parts, { isEncrypted: true }), /protected with a password/],
    ['an old workbook', compound('Workbook'), /old Excel workbook \(\.xls\)\..*save it as \.xlsx/],
    ['an old document', compound('WordDocument'), /old Office file/],
    ['a binary workbook', zip({ 'xl/workbook.bin': 'x' }), /binary Excel workbook/],
    ['a document', zip({ 'word/document.xml': '<x/>' }), /Word document/],
    ['an OpenDocument file', zip({ mimetype: 'application/vnd', 'content.xml': '<x/>' }), /OpenDocument/],
    ['a Numbers file', zip({ 'Index/Document.iwa': 'x' }), /Apple Numbers/],
    ['another archive', zip({ 'export.csv': 'a,b' }), /compressed file\. Unpack it/],
    ['a gzip', gzipSync('Date,Action'), /compressed/],
    ['half an archive', zip(parts).subarray(0, 60), /damaged/],
    ['an archive with only its signature', Buffer.from('PK\x03\x04'), /damaged/],
    ['a workbook without a sheet', zip(parts), /no sheet with rows/],
    ['a truncated workbook', sheetOf('<row><c><v>1'), /damaged/],
    [
      'a workbook with an entity bomb',
      sheetOf('<row><c t="str"><v>&lol;</v></c></row></sheetData></worksheet>'),
      /damaged/,
    ],
  ])('%s is rejected with a message', async (_what, bytes, message) => {
    const { message: said } = await refusalOf(bytes)
    expect(said).toMatch(message)
  })

  test('a workbook that contains only notes is rejected with a list of supported files', async () => {
    const { message } = await refusalOf(
      workbook([{ name: 'One', rows: [['Dear broker'], ['please send money']] }]),
    )
    expect(message).toMatch(/We support .*a date column/)
  })

  test('a part that is larger than its archive says is never unpacked beyond that', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ['2024-01-02', 'buy', 'ACME', index, 10])
    const real = workbook([{ name: 'One', rows }])
    // The same archive, but its directory claims ten bytes per part.
    const names = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']
    const lying = zip(Object.fromEntries(names.map((name) => [name, 'x'.repeat(5000)])), { claims: () => 10 })
    expect((await refusalOf(lying)).message).toMatch(/damaged/)
    expect(await readBytes(real).catch((error: unknown) => error as Error)).toMatchObject({
      reason: 'columns_unknown',
    })
  })

  test('a part that unpacks beyond the limit, and an endless text without a tag, stop at once', async () => {
    const sheet = 'xl/worksheets/sheet1.xml'
    const said = 301 * 1024 * 1024
    // The size stated in the archive is enough: such a part is never unpacked.
    const bomb = zip(
      { ...bookParts, [sheet]: '<worksheet><sheetData><row>' },
      { claims: (name, size) => (name === sheet ? said : size) },
    )
    expect((await refusalOf(bomb)).message).toMatch(/unpacks to more than 300 MB/)
    const text = zip({
      ...bookParts,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c><v>${'1'.repeat(3_000_000)}`,
    })
    expect((await refusalOf(text)).message).toMatch(/damaged/)
  })

  const bookParts = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="b" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  }
})
