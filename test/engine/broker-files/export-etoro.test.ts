// eToro's account statement in other languages means the same as the English one.
import { expect, test } from 'vitest'
import { type CellValue, workbook } from './columns/build-workbook.ts'
import { describeActivity, readBytes, readFile, textOf } from './export-files.ts'

const ENGLISH = textOf('etoro.csv').replaceAll('\r', '')
type Language = { name: string; sheet: string; header: string; words: Record<string, string> }

const LANGUAGES: Language[] = [
  {
    name: 'German',
    sheet: 'Kontoaktivität',
    header:
      'Datum,Typ,Details,Betrag,Einheiten / Kontrakte,Änderung des realisierten Eigenkapitals,Realisiertes Eigenkapital,Kontostand,Positions-ID,Vermögenswert,NWA',
    words: {
      Deposit: 'Einzahlung',
      'Open Position': 'Offene Position',
      'Position closed': 'Position geschlossen',
      'Overnight fee': 'Übernachtgebühr',
      Daily: 'Täglich',
      Dividend: 'Dividende',
      'corp action: Split': 'Kapitalmaßnahme: Aktiensplit',
      'Withdraw Fee': 'Auszahlungsgebühr',
      'Withdrawal Conversion Fee': 'Umrechnungsgebühr für Auszahlung',
      'Withdraw Request': 'Auszahlungsantrag',
      'Interest Payment': 'Zinszahlung',
      Stocks: 'Aktien',
      Crypto: 'Krypto',
    },
  },
  {
    name: 'Spanish',
    sheet: 'Actividad de la cuenta',
    header:
      'Fecha,Tipo,Detalles,Importe,Unidades / Contratos,Cambio de capital realizado,Capital realizado,Saldo,ID de posición,Tipo de activo,NWA',
    words: {
      Deposit: 'Depósito',
      'Open Position': 'Posición abierta',
      'Position closed': 'Posición cerrada',
      'Overnight fee': 'Tarifa nocturna',
      Daily: 'Diaria',
      Dividend: 'Dividendo',
      'corp action: Split': 'Acción corporativa: desdoblamiento',
      'Withdraw Fee': 'Comisión de retirada',
      'Withdrawal Conversion Fee': 'Comisión de conversión de retirada',
      'Withdraw Request': 'Solicitud de retirada',
      'Interest Payment': 'Pago de intereses',
      Stocks: 'Acciones',
      Crypto: 'Criptomonedas',
    },
  },
  {
    name: 'French',
    sheet: 'Activité du compte',
    header:
      'Date,Type,Détails,Montant,Unités / Contrats,Variation des fonds propres réalisés,Fonds propres réalisés,Solde,ID de la position,Type d’actif,NWA',
    words: {
      Deposit: 'Dépôt',
      'Open Position': 'Position ouverte',
      'Position closed': 'Position fermée',
      'Overnight fee': 'Frais de nuit',
      Daily: 'Quotidien',
      Dividend: 'Dividende',
      'corp action: Split': 'Opération sur titres : division',
      'Withdraw Fee': 'Frais de retrait',
      'Withdrawal Conversion Fee': 'Frais de conversion de retrait',
      'Withdraw Request': 'Demande de retrait',
      'Interest Payment': 'Paiement d’intérêts',
      Stocks: 'Actions',
      Crypto: 'Cryptomonnaies',
    },
  },
]

function translated({ header, words }: Language): string {
  const [, ...rows] = ENGLISH.split('\n')
  const sorted = Object.keys(words).toSorted((a, b) => b.length - a.length)
  const cells = (line: string) =>
    sorted.reduce(
      (text, word) =>
        text.replace(new RegExp(`(^|,)${word}(,|$)`), (_, a: string, b: string) => a + words[word] + b),
      line,
    )
  return [header, ...rows.map(cells)].join('\n')
}

const cellsOf = (csv: string): CellValue[][] =>
  csv
    .trim()
    .split('\n')
    .map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => {
        const plain = cell.replaceAll('"', '')
        return /^-?[\d,]+\.\d+$/.test(plain) ? Number(plain.replaceAll(',', '')) : plain
      }),
    )

const contents = ({ broker, activities, issues, skipped }: Awaited<ReturnType<typeof readBytes>>) => ({
  broker,
  activities: activities.map((activity) => [activity.id, describeActivity(activity)]),
  issues,
  skipped: skipped.map(({ rows }) => rows),
})

test.each(LANGUAGES)('$name, as CSV and as a workbook', async (language) => {
  const expected = contents(await readFile('etoro.csv'))
  const text = translated(language)
  expect(contents(await readBytes(text))).toEqual(expected)
  const bytes = workbook([
    { name: 'Summary', rows: [['Ada Example'], ['2024']] },
    { name: language.sheet, rows: cellsOf(text) },
  ])
  expect(contents(await readBytes(bytes))).toEqual(expected)
})

test('a German statement is read with decimal commas and semicolons, as German Excel saves it', async () => {
  const [german] = LANGUAGES
  if (!german) throw new Error('no German')
  const text = cellsOf(translated(german))
    .map((cells) =>
      cells
        .map((cell) => (typeof cell === 'number' ? String(cell).replace('.', ',') : (cell as string)))
        .join(';'),
    )
    .join('\n')
    .replaceAll('(0.31)', '(0,31)')
  expect(contents(await readBytes(text)).activities).toEqual(contents(await readFile('etoro.csv')).activities)
})

test('a position from before the statement that closes without a gain is a sale, by the balance', async () => {
  const [header, ...rows] = translated(LANGUAGES[1] ?? LANGUAGES[0]!).split('\n')
  const sale =
    '02/01/2024 09:00:00,Posición cerrada,KO/USD,100.00,2.000000,0.00,"1,544.00","1,644.00",2500000001,Acciones,0.00'
  const read = await readBytes([header, rows[0], sale].join('\n'))
  expect(read.activities.map(describeActivity)).toContain('2024-01-02 sell KO -2 @ 50, 100 USD')
})

test('a word that neither its figures nor a language explain is an issue', async () => {
  const [header, ...rows] = translated(LANGUAGES[0]!).split('\n')
  const unknown = '04/07/2024 10:00:00,Sondervorgang,-,-5.00,-,-5.00,"1,489.00",907.98,-,,0.00'
  const { issues } = await readBytes([header, ...rows.slice(0, 3), unknown].join('\n'))
  expect(issues).toEqual([{ line: 5, reason: 'What “Sondervorgang” means isn’t known.' }])
})
