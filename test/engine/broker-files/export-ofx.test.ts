// OFX and QFX: investment statements as SGML and as XML, with their closing balances.
import { expect, test } from 'vitest'
import { NO_BALANCES, reconcilingRows } from '#engine/portfolio/reconciliation/reconcile.ts'
import { NO_INVESTMENTS } from '#engine/broker-files/ofx-rows.ts'
import { describeActivity, describePosition, readBytes, readFile, textOf } from './export-files.ts'

const SGML = textOf('ofx-sgml.qfx')
const contents = (read: Awaited<ReturnType<typeof readBytes>>) => ({
  activities: read.activities.map(describeActivity),
  positions: read.positions.map(describePosition),
  issues: read.issues.map(({ reason }) => reason),
  skipped: read.skipped,
})

/** The same document as OFX 2.x writes it: with closing tags, on indented lines. */
const asXml = (sgml: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE"?>\n<!-- sample -->\n${sgml
    .slice(sgml.indexOf('<OFX>'))
    .replaceAll(/<([A-Z0-9]+)>([^<\n]+)/g, '<$1>$2</$1>')
    .replaceAll('<MEMO></STMTTRN>', '<MEMO/></STMTTRN>')
    .replaceAll('><', '>\n  <')}`

test('every kind of transaction is read, and movements within the account are counted', async () => {
  const read = await readFile('ofx-sgml.qfx')
  expect(read).toMatchObject({ broker: 'OFX', kind: 'activities', accountLabel: '…8812', currency: 'USD' })
  expect(contents(read)).toEqual({
    activities: [
      '2024-01-02 deposit, 10000 USD',
      '2024-01-03 buy VTI 20 @ 235, -4704.95 USD (fee 4.95)',
      '2024-01-31 interest, 21.5 USD',
      '2024-03-28 dividend VTI, 18.2 USD',
      '2024-03-28 buy VTI 0.07 @ 260, -18.2 USD',
      '2024-04-10 sell VTI -5 @ 258, 1289.96 USD (fee 0.04)',
      '2024-04-15 transfer GOOGL 3, 0 USD',
      '2024-05-01 split GOOGL ×20, 0 USD',
      '2024-05-01 dividend GOOGL, 0.55 USD',
      '2024-05-02 sell short SPY240621P00500000 -100 @ 2.5, 249.35 USD',
      '2024-05-24 dividend GOOGL, 1.2 USD',
      '2024-05-31 interest, -0.8 USD',
      '2024-06-03 fee GOOGL, -0.3 USD (fee 0.3)',
      '2024-06-10 withdrawal, -500 USD',
      '2024-06-21 buy short SPY240621P00500000 100 @ 0, 0 USD',
    ],
    positions: ['15.07 VTI at 267.51, cost ? USD', '60 GOOGL at 182.15, cost ? USD'],
    issues: [],
    skipped: [
      { kind: 'BUYMF', rows: 1 },
      { kind: 'JRNLFUND', rows: 1 },
      { kind: 'POSMF', rows: 1 },
    ],
  })
})

test('the statement closes with the positions and the cash, which the sum of all rows confirms', async () => {
  const { statements = [], activities } = await readFile('ofx-sgml.qfx')
  expect(statements.map(({ from, to }) => [from, to])).toEqual([['2024-01-01', '2024-06-28']])
  expect(statements[0]?.closing.positions?.map(describePosition)).toEqual([
    '15.07 VTI at 267.51, cost ? USD',
    '60 GOOGL at 182.15, cost ? USD',
  ])
  const sum = activities.reduce((all, { cash }) => all + cash.toNumber(), 0)
  expect(statements[0]?.closing.cash?.map(({ amount }) => amount.toNumber())).toEqual([
    Number(sum.toFixed(2)),
  ])
})

test('XML means the same as SGML, also on one line', async () => {
  const expected = contents(await readBytes(SGML))
  expect(contents(await readBytes(asXml(SGML)))).toEqual(expected)
  expect(contents(await readBytes(SGML.replaceAll('\n', '\r\n')))).toEqual(expected)
  expect(contents(await readBytes(SGML.slice(SGML.indexOf('<OFX>')).replaceAll('\n', '')))).toEqual(expected)
})

test('a longer file repeats the ids of a shorter one', async () => {
  const later = SGML.replaceAll(/<SELLSTOCK>[^]*?<\/SELLSTOCK>\n/g, '')
  const known = new Set((await readBytes(SGML)).activities.map(({ id }) => id))
  const { activities } = await readBytes(later)
  expect(activities).toHaveLength(14)
  expect(activities.filter(({ id }) => !known.has(id))).toEqual([])
  expect(activities.filter(({ id }) => id.includes('70008812'))).toEqual([])
})

test('cash of an account with borrowed money is unknown', async () => {
  const { statements = [] } = await readBytes(SGML.replace('<MARGINBALANCE>0', '<MARGINBALANCE>-812.50'))
  expect(statements[0]?.closing.cash).toBeNull()
})

test('a list of positions alone is read as positions of its day', async () => {
  const read = await readBytes(SGML.replace(/<INVTRANLIST>[^]*<\/INVTRANLIST>/, ''))
  expect(read).toMatchObject({ kind: 'positions', asOf: '2024-06-28', issues: [] })
  expect(read.statements ?? []).toEqual([])
  expect(read.positions).toHaveLength(2)
})

test('several accounts in one file are all read, and named', async () => {
  const statement = /<INVSTMTTRNRS>[^]*<\/INVSTMTTRNRS>/.exec(SGML)?.[0] ?? ''
  const both = SGML.replace(statement, `${statement}\n${statement.replaceAll('70008812', '70009944')}`)
  const read = await readBytes(both)
  expect(read.accountLabel).toBe('…8812, …9944')
  expect(read.activities).toHaveLength(30)
  expect(new Set(read.activities.map(({ id }) => id)).size).toBe(30)
  expect(read.statements).toHaveLength(2)
  expect(read.accounts).toEqual([
    { label: '…8812', name: '', rows: 18 },
    { label: '…9944', name: '', rows: 18 },
  ])
  const one = await readBytes(both, { accounts: ['…9944'] })
  expect([one.accountLabel, one.activities.length, one.joint]).toEqual(['…9944', 15, []])
  expect(one.statements).toEqual((await readBytes(SGML)).statements)
})

test('a bank account beside the investments is counted, and never read as the account', async () => {
  const bank =
    '<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>5550001234<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20240628<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240203<TRNAMT>-45.00<FITID>9<NAME>Rent</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>'
  const read = await readBytes(SGML.replace('<INVSTMTMSGSRSV1>', `${bank}<INVSTMTMSGSRSV1>`))
  expect(read.accountLabel).toBe('…8812')
  expect(read.activities).toHaveLength(15)
  expect(read.skipped).toContainEqual({ kind: 'STMTTRN', rows: 1 })
  const alone = `OFXHEADER:100\n\n<OFX>${bank}</OFX>\n`
  await expect(readBytes(alone)).rejects.toThrow(NO_INVESTMENTS)
})

test('a truncated file is an issue at its last line, and the rows before it are read', async () => {
  const { issues, activities } = await readBytes(SGML.slice(0, SGML.indexOf('<TRANSFER>')))
  expect(issues).toEqual([{ line: 28, reason: 'The file is cut off or damaged here.' }])
  expect(activities).toHaveLength(7)
})

test.each([
  [
    'an unknown kind',
    ['<RETOFCAP>', '<LOANPAID>'],
    ['</RETOFCAP>', '</LOANPAID>'],
    'What “LOANPAID” means isn’t known.',
  ],
  ['no total', ['<TOTAL>1289.96', ''], ['', ''], /^This row is missing “TOTAL”, which OFX requires for/],
  [
    'an option without terms',
    ['<OPTTYPE>PUT<STRIKEPRICE>500<DTEXPIRE>20240621', ''],
    ['SPY240621P00500000', 'X1'],
    /isn’t an option that can be read/,
  ],
])('%s is an issue', async (_, [from = '', to = ''], [more = '', into = ''], reason) => {
  const text = SGML.replaceAll(from, to)
  const { issues } = await readBytes(more === '' ? text : text.replaceAll(more, into))
  expect(issues.length).toBeGreaterThan(0)
  for (const issue of issues) expect(issue.reason).toMatch(reason)
})

const list = (...transactions: string[]) =>
  `<OFX><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>70008812</INVACCTFROM><INVTRANLIST>${transactions.join('')}</INVTRANLIST></INVSTMTRS></OFX>`
const PURCHASE =
  '<BUYMF><INVBUY><INVTRAN><FITID>1<DTTRADE>20240105</INVTRAN><SECID><UNIQUEID>921937702</SECID><UNITS>10<UNITPRICE>10.4<TOTAL>-104.00<SUBACCTFUND>OTHER</INVBUY></BUYMF>'
const bankRow = (type: string, name: string, amount: string) =>
  `<INVBANKTRAN><STMTTRN><TRNTYPE>${type}<DTPOSTED>20240102<TRNAMT>${amount}<NAME>${name}</STMTTRN></INVBANKTRAN>`

test('a fund that is paid from outside of the account comes with its deposit', async () => {
  expect((await readBytes(list(PURCHASE))).activities.map(describeActivity)).toEqual([
    '2024-01-05 buy 921937702 10 @ 10.4, -104 USD',
    '2024-01-05 deposit, 104 USD',
  ])
  const withRows = await readBytes(list(bankRow('CREDIT', 'Deposit', '104'), PURCHASE))
  expect(withRows.activities.map(describeActivity)).toEqual([
    '2024-01-02 deposit, 104 USD',
    '2024-01-05 buy 921937702 10 @ 10.4, -104 USD',
  ])
})

test('income and fees that only their names distinguish from deposits aren’t deposits', async () => {
  const { activities } = await readBytes(
    list(
      bankRow('CREDIT', 'Dividend EXAMPLE CORP', '5'),
      bankRow('CREDIT', 'Bank interest', '1'),
      bankRow('DEBIT', 'Advisory fee', '-2'),
      bankRow('DEBIT', 'Wire out', '-3'),
    ),
  )
  expect(activities.map(describeActivity)).toEqual([
    '2024-01-02 interest, 5 USD',
    '2024-01-02 interest, 1 USD',
    '2024-01-02 fee, -2 USD (fee 2)',
    '2024-01-02 withdrawal, -3 USD',
  ])
})

test('an option that the list of securities doesn’t describe is read from the memo, or not at all', async () => {
  const sale = (memo: string) =>
    `<SELLOPT><INVSELL><INVTRAN><DTTRADE>20260715093000.000[-5:EST]<MEMO>${memo}</INVTRAN><SECID><UNIQUEID>00001</SECID><UNITS>-1<UNITPRICE>0.50<TOTAL>49.35</INVSELL><OPTSELLTYPE>SELLTOOPEN</SELLOPT>`
  const read = await readBytes(list(sale('SPXW 15JUL26 7400 P')), { today: '2026-11-26' })
  expect(read.activities.map(describeActivity)).toEqual([
    '2026-07-15 sell short SPXW260715P07400000 -100 @ 0.5, 49.35 USD',
  ])
  const unnamed = await readBytes(list(sale('Opening sale')), { today: '2026-11-26' })
  expect(unnamed.issues.map(({ reason }) => reason)).toEqual([
    '“Opening sale” isn’t an option that can be read.',
  ])
})

test('a statement that claims to begin in 1970 begins with its first row', async () => {
  const { statements = [] } = await readBytes(
    SGML.replace('<DTSTART>20240101000000', '<DTSTART>19700101000000'),
  )
  expect(statements.map(({ from }) => from)).toEqual(['2024-01-02'])
})

test('the closing balance confirms all rows, and gives a shorter file its opening', async () => {
  const { activities, statements = [] } = await readFile('ofx-sgml.qfx')
  const known = { ...NO_BALANCES, statements }
  expect(reconcilingRows(activities, known)).toEqual([])
  const later = activities.filter(({ day }) => day > '2024-02-01')
  expect(reconcilingRows(later, known).map(describeActivity)).toEqual([
    '2023-12-31 transfer VTI 20, 0 USD',
    '2023-12-31 deposit, 5316.55 USD',
  ])
})
