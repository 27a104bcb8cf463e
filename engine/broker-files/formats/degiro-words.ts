// The vocabulary of DEGIRO's exports in English, German, Dutch, French, Spanish, Italian and Portuguese. Accents are
// ignored in comparisons.
import { patternWithoutAccents } from '../table.ts'

/** Column names, in lower case. */
export const DATE = ['date', 'datum', 'fecha', 'data']
export const TIME = ['time', 'uhrzeit', 'uhrze', 'tijd', 'heure', 'hora', 'ora']
export const PRODUCT = ['product', 'produkt', 'produit', 'producto', 'prodotto', 'produto']
export const ISIN = ['isin', 'code isin']
export const QUANTITY = [
  'quantity',
  'anzahl',
  'aantal',
  'quantité',
  'número',
  'cantidad',
  'quantità',
  'quantidade',
]
export const ORDER_ID = [
  'order id',
  'order-id',
  'order-id.',
  'orderid',
  'id orden',
  'id ordre',
  'id ordine',
  'id da ordem',
]
export const DESCRIPTION = [
  'description',
  'beschreibung',
  'omschrijving',
  'descripción',
  'descrizione',
  'descrição',
]
export const CHANGE = [
  'change',
  'änderung',
  'mutatie',
  'mouvements',
  'variación',
  'variazioni',
  'variação',
  'mudança',
]
export const BALANCE = ['balance', 'saldo', 'solde']

/**
 * `Buy 10 APPLE INC@210.5 USD (US0378331005)`, `Kauf 12 zu je 15,76 EUR`, `Koop 1 @ 33,9 USD`, possibly preceded by a
 * cause. A split in Italian has a cause but no side: `FRAZIONAMENTO AZIONARIO: 50 NVIDIA Corp @ 120,888 USD`.
 */
export const TRADE = patternWithoutAccents(
  /^(?:(?<cause>[^:]+?) ?: ?)?(?:(?<side>buy|sell|kauf|verkauf|koop|verkoop|achat|vente|compra|venta|venda|acquisto|vendita) )?(?<size>[\d.,'’]+(?:[ \u00a0\u202f]\d{3})*)(?![\d.,'’]) ?(?:[^@]*?@|zu je) ?(?<price>[\d.,]+(?:[ \u00a0\u202f]\d{3})*[\d.,]*) (?<quoted>[A-Z]{3})/i,
)
export const IS_BUY = /^(buy|kauf|koop|achat|compra|acquisto)$/i
export const IS_SPLIT = patternWithoutAccents(
  /split|frazionamento|fractionnement|desdobramento|desdoblamiento/i,
)

/**
 * A currency trade: `Achat 4 800 EUR/CHF@0,9412 CHF ()`. The product is the pair; its first currency is bought or sold.
 */
export const PAIR = /^([A-Z]{3})\/([A-Z]{3})$/
export const PAIR_TRADED = /\b([A-Z]{3})\/([A-Z]{3}) ?@/

/** Money that moves between DEGIRO and its bank, or is announced before it arrives. */
export const INTERNAL = patternWithoutAccents(
  /cash sweep|^reserv|^prenotazione|überweisung (auf|von) ihr|auszahlung von ihrem geldkonto|overboeking (van|naar) uw|overdracht flatex|transfer (from|to) your cash account|(virement|transfert) (vers|de|depuis) votre|transferir (a|desde|de|para)|transferencia (a|desde|de) (su|tu)|transferência (da|para) (a )?(sua|tua)|trasferisci (dal|al|sul) tuo|transfert de fonds flatex|(money|cash) market fund|geldmarktfonds|geldmarktfondsen|fonds? monétaire|mercado monetario|mercado monetário|fondo? (del mercato )?monetario/i,
)
export const EXCHANGE = patternWithoutAccents(
  /^(fx |valuta |währungswechsel|currency exchange)|cambio (de )?divisa|cambio valuta|opération de change|(credito|prelievo|débito|crédito|levantamento|depósito) (de )?(fx|divisa|cambial)|câmbio/i,
)
export const DIVIDEND = patternWithoutAccents(
  /dividen|ausschüttung|fund distribution|uitkering|kapitalrückzahlung|return of capital|remboursement de capital|rimborso (del|di) capitale|reembolso de capital|terugbetaling kapitaal|capital (return|repayment|distribution)|rendimiento de capital|distribuzione|quellensteuer|withholding|retenue à la source|imp[ôo]ts? sur (les )?dividende/i,
)
export const INTEREST = patternWithoutAccents(
  /interest|zinsen|\brente\b|int[ée]r[êe]t|inter[ée]s|interess[ie]|juros|rabatt|rebate|promo|korting|bonus|bonifica|reembolso|\bactie\b|\baktion\b|courtesy|rabat|securities lending|coupon|cup[óo]n|cupom|cedola|koersverandering|offre promotionnelle|récompense|parrainage|compensation/i,
)
export const FEE = patternWithoutAccents(
  /\bfees?\b|gebühr|kosten|handelsmodalitäten|belasting|\btax\b|steuer|stamp duty|pass-through|weitergabe|connectivity|commission|comisi|costes|costos|\bcosti\b|custo|comiss|\bfrais\b|\btaxe|\btaxa|imp[ôo]t|impuesto|impost[ao]|adr\/gdr|poplatek/i,
)
export const WITHDRAWAL = patternWithoutAccents(
  /withdrawal|auszahlung|terugstorting|opname|retirada|retiro|retrait|prelievo|levantamento/i,
)
export const DEPOSIT = patternWithoutAccents(
  /deposit|einzahlung|storting|ideal|sofort|ingreso|dépôt|versement|dep[óo]sito|transferencia recibida|vklad/i,
)
