// Draws the picture of a shared link, 1200 × 630: a record, a signal's outcome, or the title of another page.
import {
  avatar,
  badge,
  COLOR,
  footer,
  header,
  line,
  lines,
  pictureFrame,
  type Tone,
  TONE,
} from '#server/adapters/picture-parts.ts'
import { box, type Box, renderableText } from '#server/adapters/render-image.ts'
import type { User } from '#shared/contracts/users.ts'
import { headerInitials, nameOf, profileInitials } from '#shared/rules/people.ts'
import type { OutcomePicture, RecordPicture } from './share-text.ts'

type Person = Pick<User, 'id' | 'username' | 'displayName' | 'firstName' | 'lastName'>

/** The width inside the padding, in pixels. */
const INNER = 1200 - 2 * 72
/** The mean width of a character as a share of the font size, in both weights (measured). */
const CHARACTER = 0.52

/** The font size in pixels with which a text fits into a line, at most `max`. */
const fitting = (text: string, max: number, width = INNER) =>
  Math.min(max, Math.floor(width / (CHARACTER * text.length)))

const SOURCE = 'Calculated from signals after costs, not from an account.'
const DISCLAIMER = 'Not an investment recommendation. Investing involves risk of loss.'

const oneLineFooter = (text: string) => line({ fontSize: fitting(text, 26), color: COLOR.ink2 }, text)

const figureColor = (isLoss: boolean) => TONE[isLoss ? 'loss' : 'gain'].color

/** The product on the left, the day of the figures on the right. */
const top = (day: string) =>
  box({ alignItems: 'center', justifyContent: 'space-between' }, [
    header(),
    box({ fontSize: 26, color: COLOR.ink2 }, day),
  ])

const labelBadge = (text: string) =>
  badge(text, text === 'Likely skill' ? { color: COLOR.brand, backgroundColor: COLOR.brandSoft } : TONE.flat)

export function drawRecordShare(person: Person, picture: RecordPicture, notes: readonly string[]): Box {
  const { label, day, figures, facts, entries } = picture
  const name = renderableText(nameOf(person)) || person.username
  return pictureFrame([
    top(day && `As of ${day}`),
    box({ flexDirection: 'column', gap: 26 }, [
      box({ alignItems: 'center', gap: 28 }, [
        avatar(renderableText(profileInitials(person)) || 'U', person.id, 96),
        box({ flexDirection: 'column', flex: 1 }, [
          line({ fontSize: 46, fontWeight: 600, letterSpacing: -1, lineHeight: 1.2 }, name),
          box({ alignItems: 'center', gap: 18, fontSize: 28, color: COLOR.ink2 }, [
            box({}, `@${person.username}`),
            labelBadge(label),
            ...notes.map((text) => badge(text, TONE.caution)),
          ]),
        ]),
      ]),
      figures.length > 0
        ? box(
            { gap: 48 },
            figures.map((one) => figureBox(one, (INNER - 48 * (figures.length - 1)) / figures.length)),
          )
        : lines(
            2,
            { fontSize: 34, color: COLOR.ink2 },
            'No yearly figure yet. With so few trades, luck and skill look the same.',
          ),
      line({ fontSize: fitting(facts.join(' · '), 32), color: COLOR.ink }, facts.join(' · ')),
    ]),
    oneLineFooter(`${entries} ${SOURCE}`),
  ])
}

const figureBox = ({ figure, words, range, isLoss }: RecordPicture['figures'][number], width: number): Box =>
  box({ flexDirection: 'column', width }, [
    box(
      { fontSize: 92, fontWeight: 600, letterSpacing: -2.4, lineHeight: 1.1, color: figureColor(isLoss) },
      figure,
    ),
    line({ fontSize: fitting(words, 32, width), fontWeight: 600 }, words),
    box({ fontSize: fitting(range, 30, width), color: COLOR.ink2 }, range),
  ])

const CALL_TONE: Record<string, Tone> = { Buy: 'gain', Sell: 'loss' }

export function drawOutcomeShare(person: Person, picture: OutcomePicture): Box {
  const { call, state, figure, words, isLoss, returns, record, entry, notes } = picture
  const [type = '', ...tickers] = call.split(' ')
  return pictureFrame([
    top(state),
    box({ flexDirection: 'column', gap: 18 }, [
      box({ alignItems: 'center', gap: 20 }, [
        avatar(headerInitials(person), person.id, 64),
        box({ fontSize: 36, fontWeight: 600 }, `@${person.username}`),
        badge(type, TONE[CALL_TONE[type] ?? 'info']),
        line({ fontSize: 36, fontWeight: 600, flex: 1 }, tickers.join(' ')),
        ...notes.map((text) => badge(text, TONE.caution)),
      ]),
      box({ alignItems: 'baseline', gap: 24 }, [
        box(
          { fontSize: 96, fontWeight: 600, letterSpacing: -2.6, lineHeight: 1.1, color: figureColor(isLoss) },
          figure,
        ),
        box({ fontSize: 44, fontWeight: 600 }, words),
      ]),
      line({ fontSize: fitting(returns, 38) }, returns),
      box({ paddingTop: 20, borderTop: `2px solid ${COLOR.line}` }, [
        lines(2, { fontSize: 28, color: COLOR.ink2, width: INNER }, `The whole record. ${record}`),
      ]),
    ]),
    oneLineFooter(`${entry} ${DISCLAIMER}`),
  ])
}

/** The picture of a page that isn't about a person. */
export function drawTitleShare(title: string, text: string): Box {
  return pictureFrame([
    top(''),
    box({ flexDirection: 'column', gap: 24 }, [
      lines(2, { fontSize: 84, fontWeight: 600, letterSpacing: -2.2, lineHeight: 1.12 }, title),
      lines(3, { fontSize: 36, color: COLOR.ink2 }, text),
    ]),
    footer(SOURCE),
  ])
}
