// The names that brokers give their columns in several languages. Headers are normalized with `normalizeWords`.
import type { ColumnField } from '#shared/contracts/column-mapping.ts'

/** A comma-separated list of names, the likeliest first. */
const names = (...lists: string[]) => lists.flatMap((list) => list.split(',').map((name) => name.trim()))

/** English, German, French, Dutch, Spanish, Italian, and a few of Polish, Portuguese and the Nordic languages. */
export const COLUMN_NAMES: Record<ColumnField, string[]> = {
  date: names(
    'trade date, trade date time, transaction date, transaction time, transaction time cet, execution date, executed at, date time, datetime, date and time, timestamp, date',
    'handelsdatum, handelstag, ausfuhrungsdatum, ausfuhrungszeit, transaktionsdatum, datum',
    'date d operation, date operation, date de l operation, date de transaction, date d execution, date de negociation',
    'transactiedatum, uitvoeringsdatum, fecha de operacion, fecha operacion, fecha de ejecucion, fecha',
    'data operazione, data di esecuzione, data dell operazione, data',
    'handelsdato, affarsdag, transaktionsdag, dato, data operacji, data transakcji, data da operacao',
    'time, time utc, zeit, zeitpunkt, heure, tijd, hora, ora, czas, day, tag, jour, dag',
    'booking date, posting date, buchungstag, buchungsdatum, date de comptabilisation, boekdatum, bokforingsdag',
    'process date, settlement date, value date, valuta, valutadatum, date de valeur, date valeur, fecha valor, data valuta',
  ),
  action: names(
    'action, transaction type, activity type, type of transaction, event, type, transaction, transactions, activity',
    'transaktionen, transaktion, transaktionstyp, transaktionsart, buchungsart, vorgang, ereignis, typ, art, aktion',
    'type d operation, type de transaction, evenement, operation, sens, nature de l operation',
    'transactietype, type mutatie, soort transactie, gebeurtenis, transactie, soort, actie, mutatie',
    'tipo de operacion, tipo de movimiento, operacion, movimiento, tipo, accion, evento',
    'tipo operazione, tipo di operazione, operazione, movimento, causale',
    'rodzaj operacji, typ operacji, rodzaj, hendelse, transaksjonstype, typ av transaktion, tipo de transacao',
    'side, buy sell, buy or sell, b s, kauf verkauf, achat vente, koop verkoop, operation type, category, order type',
  ),
  symbol: names(
    'ticker, symbol, ticker symbol, instrument symbol, stock symbol, security symbol, code',
    'kurzel, borsenkurzel, symbole, mnemonique, symbool, simbolo, instrument, stock, identifier',
  ),
  isin: names(
    'isin, isin code, instrument isin, isin nummer, code isin, codice isin, codigo isin, isin number',
    'isin wkn, security isin, security id, asset id, wertpapierkennung',
  ),
  name: names(
    'company name, company, security name, instrument name, product name, name, holdingname, security, instrument, product',
    'wertpapierbezeichnung, wertpapiername, wertpapier, bezeichnung, produkt, titel, unternehmen, instrumentenname',
    'nom du titre, libelle, nom, valeur, titre, produit, naam, fondsnaam, effect, nombre, producto, valor, empresa',
    'nome, nome titolo, titolo, prodotto, descrizione titolo, asset, asset name, stock name, verdipapir, vardepapper',
    'vardepapper beskrivning, descrizione, nazwa, description',
  ),
  quantity: names(
    'quantity, shares, asset quantity, trade quantity, no of shares, number of shares, filled quantity, qty, units, volume, share count',
    'anzahl, stuck, stuckzahl, menge, anteile, nominale, stuck nominale, anzahl anteile',
    'quantite, qte, nombre de titres, nombre de parts, parts, aantal, stuks, hoeveelheid',
    'cantidad, titulos, numero de titulos, participaciones, acciones, n titulos',
    'quantita, numero quote, quote, azioni, n azioni, ilosc, wolumen, antal, antall, quantidade',
  ),
  price: names(
    'price per share, share price, asset price, unit price, execution price, trade price, average price, price share, price',
    'stuckpreis, kurs, preis, ausfuhrungskurs, preis pro aktie, kurs pro stuck, preis je anteil, kurswert je stuck',
    'prix unitaire, cours d execution, prix par action, cours, prix, koers, prijs per aandeel, prijs',
    'precio por accion, precio unitario, precio, prezzo unitario, prezzo medio, prezzo, cena, kurs akcji, preco',
  ),
  amount: names(
    'net amount, total amount, transaction amount, total trade value, booked amount, settlement amount, cash amount, amount, net value, total, total value',
    'nettobetrag, gesamtbetrag, endbetrag, gebuchter betrag, verbuchter betrag, betrag, summe',
    'nettobetrag in der wahrung des kontos, nettobetrag in kontowahrung, net amount in account currency, umsatz, wert',
    'montant net, montant total, montant comptabilise, montant, waarde netto, nettobedrag, totaalbedrag, geboekt bedrag',
    'bedrag, totaal, waarde, importe neto, importe total, importe, efectivo, importo netto, importo totale, importo',
    'controvalore, totale, bokfort belop, belopp, belop, kwota, wartosc, montante, value, proceeds, cash, cash flow',
  ),
  fee: names(
    'fee, fees, commission, commissions, costs, total fees, transaction fee, transaction fees, trading fees, charges',
    'gebuhr, gebuhren, kosten, spesen, provision, courtage, transaktionskosten, fremdkosten',
    'frais, frais de courtage, frais de transaction, transactiekosten, provisie, brokerage, dealing charge',
    'comision, comisiones, gastos, corretaje, commissione, commissioni, courtage sek, spese, costi, prowizja, oplata, avgift, taxa',
  ),
  tax: names(
    'tax, taxes, withholding tax, tax amount, taxes paid, steuer, steuern, quellensteuer, kapitalertragsteuer',
    'impot, impots, taxe, retenue a la source, belasting, dividendbelasting, belastingen, impuestos, retencion',
    'imposta, imposte, tasse, ritenuta, podatek, skatt, imposto',
  ),
  currency: names(
    'currency, account currency, cash currency, settlement currency, wahrung nettobetrag, currency code, ccy, transaction currency',
    'wahrung, kontowahrung, devise, monnaie, valuta, munt, moneda, divisa, waluta, moeda, transaktionsvaluta, currencyprimary',
  ),
  details: names(
    'comment, event, details, description, note, notes, memo, remark',
    'kommentar, ereignis, beschreibung, buchungstext, bemerkung, verwendungszweck, commentaire, evenement, libelle',
    'opmerking, omschrijving, gebeurtenis, comentario, descripcion, concepto, commento, descrizione, note, komentarz, hendelse',
  ),
}

/** A currency after a name doesn't change the column's meaning: "amount eur" is an amount. */
const CURRENCY_BEHIND = / (usd|euro?|gbp|chf|cad|aud|nzd|jpy|hkd|sgd|sek|nok|dkk|pln|czk)$/

/** How well a header matches a field: 1 for its likeliest name, less for others, 0 for none. */
export function nameScore(field: ColumnField, header: string): number {
  const list = COLUMN_NAMES[field]
  const whole = list.indexOf(header)
  const at = whole >= 0 ? whole : list.indexOf(header.replace(CURRENCY_BEHIND, ''))
  return at < 0 ? 0 : 1 - (at / list.length) * 0.5
}
