// DEGIRO's exports in all its languages, and Interactive Brokers statements in languages other than English.
// Headers and descriptions as people published them with their importers; shares and amounts are made up.
import { expect, test } from 'vitest'
import { readBytes, readFile, describeActivity } from './export-files.ts'

const STATEMENTS: [language: string, header: string, rows: string[]][] = [
  [
    'French',
    'Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre',
    [
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Impôts sur dividende,,USD,"-1,50",USD,"8,50",',
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Dividende,,USD,"10,00",USD,"10,00",',
      '11-04-2024,10:00,11-04-2024,,,Opération de change - Crédit,,USD,"1000,00",USD,"0,00",',
      '11-04-2024,10:00,11-04-2024,,,Opération de change - Débit,"1,0921",EUR,"-915,67",EUR,"84,33",',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,Frais DEGIRO de courtage et/ou de parties tierces,,EUR,"-2,00",EUR,"1000,00",a',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,"Achat 10 Acme Corp@100,00 USD (US0000000200)",,USD,"-1000,00",USD,"-1000,00",a',
      '10-04-2024,10:00,10-04-2024,,,Versement de fonds,,EUR,"1 002,00",EUR,"1 002,00",',
    ],
  ],
  [
    'Spanish',
    'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden',
    [
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Retención del dividendo,,USD,"-1,50",USD,"8,50",',
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Dividendo,,USD,"10,00",USD,"10,00",',
      '11-04-2024,10:00,11-04-2024,,,Ingreso Cambio de Divisa,,USD,"1.000,00",USD,"0,00",',
      '11-04-2024,10:00,11-04-2024,,,Retirada Cambio de Divisa,"1,0921",EUR,"-915,67",EUR,"84,33",',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,Costes de transacción y/o externos de DEGIRO,,EUR,"-2,00",EUR,"1.000,00",a',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,"Compra 10 Acme Corp@100,00 USD (US0000000200)",,USD,"-1.000,00",USD,"-1.000,00",a',
      '10-04-2024,10:00,10-04-2024,,,Ingreso,,EUR,"1.002,00",EUR,"1.002,00",',
    ],
  ],
  [
    'Italian',
    'Data,Ora,Data Valore,Prodotto,ISIN,Descrizione,Borsa,Variazioni,,Saldo,,ID Ordine',
    [
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Ritenuta sul dividendo,,USD,"-1,50",USD,"8,50",',
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Dividendo,,USD,"10,00",USD,"10,00",',
      '11-04-2024,10:00,11-04-2024,,,Credito FX,,USD,"1.000,00",USD,"0,00",',
      '11-04-2024,10:00,11-04-2024,,,Prelievo FX,"1,0921",EUR,"-915,67",EUR,"84,33",',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,DEGIRO costi di transazione e/o di terze parti,,EUR,"-2,00",EUR,"1.000,00",a',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,"Acquisto 10 Acme Corp@100,00 USD (US0000000200)",,USD,"-1.000,00",USD,"-1.000,00",a',
      '10-04-2024,10:00,10-04-2024,,,Deposito flatex,,EUR,"1.002,00",EUR,"1.002,00",',
    ],
  ],
  [
    'Portuguese',
    'Data,Hora,Data Valor,Produto,ISIN,Descrição,T.,Mudança,,Saldo,,ID da Ordem',
    [
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Imposto sobre dividendo,,USD,"-1,50",USD,"8,50",',
      '12-04-2024,09:00,12-04-2024,ACME,US0000000200,Dividendo,,USD,"10,00",USD,"10,00",',
      '11-04-2024,10:00,11-04-2024,,,Crédito de divisa,,USD,"1.000,00",USD,"0,00",',
      '11-04-2024,10:00,11-04-2024,,,Levantamento de divisa,"1,0921",EUR,"-915,67",EUR,"84,33",',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,Comissões de transação DEGIRO e/ou taxas de terceiros,,EUR,"-2,00",EUR,"1.000,00",a',
      '11-04-2024,10:00,11-04-2024,ACME,US0000000200,"Compra 10 Acme Corp@100,00 USD (US0000000200)",,USD,"-1.000,00",USD,"-1.000,00",a',
      '10-04-2024,10:00,10-04-2024,,,Depósito,,EUR,"1.002,00",EUR,"1.002,00",',
    ],
  ],
]

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

test.each(STATEMENTS)(
  'a DEGIRO account statement in %s is read, with accents and without',
  async (_, header, rows) => {
    const text = [header, ...rows, ''].join('\n')
    for (const content of [text, withoutAccents(text)]) {
      const read = await readBytes(content)
      expect([read.broker, read.issues]).toEqual(['DEGIRO', []])
      expect(read.activities.map(describeActivity)).toEqual([
        '2024-04-10 deposit, 1002 EUR',
        '2024-04-11 buy US0000000200 10 @ 100, -1000 USD',
        '2024-04-11 fee US0000000200, -2 EUR (fee 2)',
        '2024-04-11 transfer, -915.67 EUR',
        '2024-04-11 transfer, 1000 USD',
        '2024-04-12 dividend US0000000200, 10 USD',
        '2024-04-12 dividend US0000000200, -1.5 USD',
      ])
    }
  },
)

test('a French statement that mixes both spellings loses no row', async () => {
  const read = await readFile('degiro-account-fr.csv', { today: '2026-11-26' })
  expect([read.issues, read.skipped]).toEqual([[], []])
  expect(read.activities.map(describeActivity)).toEqual([
    '2026-01-05 deposit, 1000 EUR',
    '2026-01-06 buy US0028241000 10 @ 99, -990 EUR',
    '2026-03-18 dividend US0028241000, 110 USD',
    '2026-03-19 transfer, -110 USD',
    '2026-03-19 transfer, 100 EUR',
  ])
})

test('a description that only contains a known word within another one is named, not guessed', async () => {
  const header = 'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id'
  const row = '12-04-2024,09:00,12-04-2024,,,Onbekende transactie,,EUR,"10,00",EUR,"10,00",'
  const { activities, issues } = await readBytes(`${header}\n${row}\n`)
  expect(activities).toEqual([])
  expect(issues).toMatchObject([{ line: 2, reason: expect.stringContaining('Onbekende transactie') }])
})

const TRANSACTIONS: [language: string, header: string][] = [
  [
    'French',
    "Date,Heure,Produit,Code ISIN,Place boursière sectionnée,Lieu d'exécution,Quantité,Cours,,Montant devise locale,,Montant EUR,Taux de change,Frais conversion AutoFX,Frais de courtage et/ou de parties,Montant négocié EUR,ID Ordre",
  ],
  [
    'Spanish',
    'Fecha,Hora,Producto,ISIN,Bolsa de referencia,Centro de ejecución,Número,Precio,,Valor local,,Valor EUR,Tipo de cambio,Comisión AutoFX,Costes de transacción y/o externos EUR,Total EUR,ID Orden,',
  ],
  [
    'Italian',
    'Data,Ora,Prodotto,ISIN,Borsa di riferimento,Borsa,Quantità,Quotazione,,Valore locale,,Valore EUR,Tasso di cambio,Commissione AutoFX,Costi di transazione e/o di terze parti EUR,Totale EUR,ID Ordine,',
  ],
  [
    'Portuguese',
    'Data,Hora,Produto,ISIN,Bolsa de referência,Bolsa,Quantidade,Preços,,Valor local,,Valor EUR,Taxa de Câmbio,Taxa Autofx,Custos de transação e/ou taxas de terceiros,Total EUR,ID da Ordem,',
  ],
]

test.each(TRANSACTIONS)(
  'DEGIRO transactions in %s are read, in UTF-8 and Windows-1252',
  async (_, header) => {
    const text = `${header}\n15-06-2024,18:35,ACME CORP,US0000000200,NDQ,EDGX,10,"35,0000",USD,"-350,00",USD,"-301,65","1,1603","-0,75","-2,00","-304,40",6e1cbf61\n`
    for (const content of [text, Buffer.from(text, 'latin1')]) {
      const read = await readBytes(content)
      expect([read.broker, read.issues]).toEqual(['DEGIRO', []])
      expect(read.activities.map(describeActivity)).toEqual([
        '2024-06-15 buy US0000000200 10 @ 30.165, -304.4 EUR (fee 2.75)',
      ])
    }
  },
)

test('prices in pence keep the amount paid in the account’s currency', async () => {
  const [, header = ''] = TRANSACTIONS[1] ?? []
  const read = await readBytes(
    `${header}\n12-07-2024,13:02,ACME PLC,GB0000000108,LSE,AIMX,400,"109,5600",GBX,"-43824,00",GBX,"-521,59","84,0202","-1,30","-4,07","-526,96",b\n`,
  )
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-07-12 buy GB0000000108 400 @ 1.303975, -526.96 EUR (fee 5.37)',
  ])
})

test('an Italian split, which names no side, is one activity', async () => {
  const [, header = ''] = STATEMENTS[2] ?? []
  const row = (text: string, sum: string) =>
    `10-06-2024,10:51,10-06-2024,ACME,US0000000200,"FRAZIONAMENTO AZIONARIO: ${text} USD",,USD,"${sum}",USD,"0,00",`
  const read = await readBytes(
    [header, row('50 Acme @ 120,888', '-6044,40'), row('5 Acme @ 1.208,88', '6044,40'), ''].join('\n'),
  )
  expect(read.activities.map(describeActivity)).toEqual(['2024-06-10 split US0000000200 45 ×10, 0 USD'])
})

test('a currency trade is one exchange, even if it is recorded again at settlement', async () => {
  const [, header = ''] = STATEMENTS[0] ?? []
  const row = (day: string, text: string, change: string, rate = '') =>
    `${day}-08-2024,13:52,${day}-08-2024,EUR/CHF,,${text},${rate},${change},CHF,"0,00",4bfe7ac9`
  const read = await readBytes(
    [
      header,
      row('24', 'Opération de change - Débit', 'CHF,"-4517,76"'),
      row('24', '"Règlement transaction devise: Vente 4 800 EUR/CHF@0,9412 CHF ()"', 'CHF,"4517,76"'),
      row('23', 'Frais DEGIRO de courtage et/ou de parties tierces', 'CHF,"-2,58"'),
      row('23', 'Operation de change - Crédit', 'EUR,"4800,00"', '"0,9412"'),
      row('23', '"Achat 4 800 EUR/CHF@0,9412 CHF ()"', 'CHF,"-4517,76"'),
      '20-08-2024,07:50,19-08-2024,ACME,CH0000000206,Remboursement de capital,,CHF,"13,65",CHF,"0,00",',
      '20-08-2024,07:50,19-08-2024,,,Remboursement offre promotionnelle,,EUR,"10,00",EUR,"0,00",',
      '',
    ].join('\n'),
  )
  expect(read.issues).toEqual([])
  expect(read.activities.map(describeActivity)).toEqual([
    '2024-08-20 interest, 10 EUR',
    '2024-08-20 dividend CH0000000206, 13.65 CHF',
    '2024-08-23 transfer, -4517.76 CHF',
    '2024-08-23 transfer, 4800 EUR',
    '2024-08-23 fee, -2.58 CHF (fee 2.58)',
  ])
})

const FOREIGN: [language: string, rows: string][] = [
  [
    'German',
    `Abrechnung,Header,Feldname,Feldwert
Abrechnung,Data,BrokerName,Interactive Brokers
Abrechnung,Data,Titel,Umsatzübersicht
Kontoinformation,Header,Feldname,Feldwert
Kontoinformation,Data,Konto,U1234567
Transaktionen,Header,DataDiscriminator,Vermögenswertkategorie,Währung,Symbol,Datum/Zeit,Menge
Transaktionen,Data,Order,Aktien,USD,AAPL,"2024-03-10, 09:15:30",10
`,
  ],
  [
    'Russian, which keeps the first title',
    `Statement,Header,Название поля,Значение поля
Statement,Data,BrokerName,Interactive Brokers LLC
Statement,Data,Title,Отчет по операциям
Информация о счете,Header,Название поля,Значение поля
Информация о счете,Data,Счет,U1234567
Сделки,Header,DataDiscriminator,Класс актива,Валюта,Символ,Дата/Время,Количество
Сделки,Data,Order,Акции,USD,AAPL,"2024-03-10, 09:15:30",10
`,
  ],
]

test.each(FOREIGN)(
  'the message for an Interactive Brokers statement in %s says which language to choose',
  async (_, text) => {
    const read = await readBytes(text)
    expect(read.broker).toBe('Interactive Brokers')
    expect(read.issues).toEqual([
      { line: 2, reason: expect.stringMatching(/isn’t in English. Choose English/) },
    ])
  },
)
