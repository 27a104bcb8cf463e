// Guesses what the words of an action column mean, in several languages. The file's owner can change the guess.
import type { Meaning } from '#shared/contracts/column-mapping.ts'
import { normalizeWords } from './normalize-words.ts'

/** The first match counts, so that "dividend tax" isn't a dividend and "sell short" isn't a sale. */
const MEANINGS: [meaning: Meaning, pattern: RegExp][] = [
  [
    'none',
    /\b(migration|cancel(l?ed|lation)?|storniert|annule|geannuleerd|cancelad[ao]|annullat[ao]|expired order|rejected|document|statement)\b/,
  ],
  ['none', /^transfer from revolut/],
  // A tax on gains belongs to no dividend.
  ['fee', /^ritenuta su plusvalenz[ae]\b/],
  ['short', /\b(sell short|short sale|short sell|sell to open|leerverkauf)\b/],
  ['cover', /\b(buy to cover|short cover|buy to close|cover short)\b/],
  [
    'dividend_tax',
    /\b(rit (provento|cedola|dividendo|div)|(utlandsk )?kallskatt|withholding|dividend tax|tax on dividends?|quellensteuer|retenue a la source|dividendbelasting|bronbelasting|ritenuta|retencion|podatek od dywidend\w*|kapitalertragsteuer)\b/,
  ],
  [
    'stock_dividend',
    /\b(stock dividend|dividend in shares|scrip|spin ?off|bonus (issue|shares?)|stockdividende?|stock distribution|gratisaktien|attribution gratuite|freie aktien)\b/,
  ],
  [
    'split',
    /\b(split|aktiensplit|reverse split|division du nominal|aandelensplitsing|frazionamento|desdoblamiento|subdivision)\b/,
  ],
  [
    'exchange',
    /\b(currency (conversion|exchange)|fx (conversion|exchange|trade)|forex|foreign exchange|wahrungs(umtausch|tausch|umrechnung)|devisen\w*|fx (gutschrift|belastung) comptant|operation de change|conversion de devises?|valutaconversie|valuta (creditering|debitering)|cambio( di)? (valuta|divisa)|cambio de divisa)\b/,
  ],
  [
    'interest',
    /\b(interests?|free funds interest|zins(en|gutschrift)?|sollzinsen|zinsaufwand|interets?|ranta|rente|interessi?|interes(es)?|odsetki|coupon|kupon|staking|lending|close trade|profit)\b/,
  ],
  ['buy', /\b(dividend reinvestment|reinvestment of dividends?|drip)\b/],
  [
    'dividend',
    /\b(dividends?|divident|dividend[eoai]?|dividenden|dividendes?|ausschuttung(en)?|distributions?|ertrag|ertragnis(se)?|cedola|provent[oi]|uitkering|kapitalgewinn|capital gains?|dywidenda|utdelning|utbytte|udbytte)\b/,
  ],
  [
    'fee',
    /\b(fees?|commissions?|charges?|costs?|custody|sec fee|swap|stamp duty|taxes|tax|gebuhr(en)?|kosten|depotgebuhr(en)?|spesen|provision|steuern?|frais|taxes?|impots?|droits? de garde|kosten|belasting|comision(es)?|gastos|custodia|impuestos?|commission[ei]|spese|imposta|bollo|tasse|prowizja|oplata|avgift|avkastningsskatt|ovrigt|rollover|abrechnungsgebuhr|stempelsteuer|berichtigung borsengeb)\b/,
  ],
  [
    'sell',
    /\b(sells?|sold|sale|sales|verkauf(t)?|verkauft|vente|vendu|vendre|vender|verkoop|verkocht|venta|vendid[ao]|vendita|venduto|sprzedaz\w*|salg|solgt|salj|salgt|redemption|rucknahme|tilgung|close buy)\b/,
  ],
  [
    'buy',
    /\b(buys?|bought|purchases?|kauf|gekauft|kaufe|achat|achete|acheter|aankoop|koop|gekocht|compra|comprad[ao]|comprar|acquisto|acquistat[ao]|zakup\w*|kop|kjop|kjopt|kobt|kob|reinvest(ment)?|sparplan(ausfuhrung)?|savings plan|zeichnung|subscription|open buy)\b/,
  ],
  [
    'transfer_in',
    /\b(titeleingang|einlieferung|depoteingang|transfer in|free receipt|securities transfer in|incoming transfer of (shares|securities)|share transfer in|in specie|entree de titres|levering|received)\b/,
  ],
  [
    'transfer_out',
    /\b(titelausgang|auslieferung|depotausgang|transfer out|free delivery|securities transfer out|sortie de titres|delivered)\b/,
  ],
  [
    'withdrawal',
    /\b(withdraw(al|als|n)?|cash out|payout|outbound|outgoing|auszahlung|entnahme|retrait|opname|retir(o|ada)|prelievo|wyplata|uttag|uttak|debit card|card transaction|card payment|zahlung|bonifico in uscita|vergutung ausgang|debit)\b/,
  ],
  [
    'deposit',
    /\b(deposits?|cash top ?up|top ?up|inbound|incoming|inpayment|einzahlung(en)?|einlage|vergutung|versement|depot d especes|storting|gestort|ingreso|deposito|versamento|wplata|insattning|innskudd|contribution|cash in|conferimento|promotional|credit|saveback|round ?up|bonus|zahlungseingang|bonifico in entrata)\b/,
  ],
  [
    'cash',
    /\b(cash transfer|corrections?|transfers?|uberweisung|umbuchung|virement|overboeking|transferencia|bonifico|giroconto|przelew|payment|cash amount)\b/,
  ],
  ['trade', /\b(trade|trades|trading|handel|transaktion|operation|transactie|operacion|operazione|order)\b/],
  ['buy', /^(b|k|a|c)$/],
  ['sell', /^(s|v)$/],
]

/** The most likely meaning of a word in an action column, or null. */
export function guessMeaning(word: string): Meaning | null {
  const plain = normalizeWords(word)
  return MEANINGS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}
