// What the picture of a shared link looks like: the product, a person, or one of their signals.
import { box, type Box, drawable, renderImage, FONTS } from '#server/adapters/render-image.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'
import type { Card, Figures } from './views.ts'

/** The light theme of web/theme.css. */
const COLOUR = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  line: '#e1e6e6',
  sunken: '#edf0f0',
  ink: '#0f1819',
  ink2: '#435153',
  brand: '#0a5a63',
  brandSoft: '#e2f0f0',
}
const TONE = {
  gain: { color: '#166b37', backgroundColor: '#e3f4e8' },
  loss: { color: '#b3252b', backgroundColor: '#fdebea' },
  info: { color: '#2356bd', backgroundColor: '#e8effd' },
  caution: { color: '#755000', backgroundColor: '#fdf4d8' },
  flat: { color: COLOUR.ink2, backgroundColor: COLOUR.sunken },
}
export type Tone = keyof typeof TONE
/** The grounds of initials, chosen by the first character of the person's id as everywhere (spec section 2, web/ui/hue.ts). */
const HUES = ['#3d5f8c', '#76498a', '#94492f', '#2c6a4d', '#8f3a58', '#5c5b28', '#22687a', '#6c4f3f']
const groundOf = (id: string) => HUES[(id.toUpperCase().codePointAt(0) ?? 0) % 8]

export const drawCard = (card: Card): Promise<Buffer> => renderImage(pageOf(card))

function pageOf(card: Card): Box {
  const page = (children: Box[]) =>
    box(
      {
        boxSizing: 'border-box',
        width: '100%',
        height: '100%',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '44px 72px 40px',
        backgroundColor: COLOUR.canvas,
        color: COLOUR.ink,
        fontFamily: FONTS,
        fontSize: 34,
        lineHeight: 1.35,
      },
      children,
    )
  if (card.kind === 'person') return page([head(), personOf(card), foot(TAGLINE)])
  if (card.kind === 'signal') return page([head(), signalOf(card), foot(card.disclaimer)])
  const headline = ['Share trades.', 'Build trust.', 'Get subscribers.']
  return page([
    head(),
    box({ alignItems: 'center', justifyContent: 'space-between' }, [
      box(
        { flexDirection: 'column', fontSize: 92, fontWeight: 600, lineHeight: 1.12, letterSpacing: -2.6 },
        headline.map((words) => box({}, words)),
      ),
      mark(250),
    ]),
    foot(TAGLINE),
  ])
}

const head = () =>
  box({ alignItems: 'center', gap: 20, fontSize: 40, fontWeight: 600, letterSpacing: -0.8 }, [
    mark(60),
    box({}, PRODUCT_NAME),
  ])

const mark = (side: number): Box => ({ type: 'img', props: { src: MARK, width: side, height: side } })

const foot = (words: string) => box({ fontSize: 26, color: COLOUR.ink2 }, words)

function personOf({ name, username, id, initials, isCreator, bio, figures }: Card & { kind: 'person' }): Box {
  return box({ flexDirection: 'column', gap: 26 }, [
    box({ alignItems: 'center', gap: 36 }, [
      avatar(initials, id, 148),
      box({ flexDirection: 'column', gap: 6, flex: 1 }, [
        line({ fontSize: 68, fontWeight: 600, letterSpacing: -1.8, lineHeight: 1.2 }, name),
        box({ alignItems: 'center', gap: 20, color: COLOUR.ink2 }, [
          box({}, `@${username}`),
          isCreator && badge('Creator', { color: COLOUR.brand, backgroundColor: COLOUR.brandSoft }),
        ]),
      ]),
    ]),
    figures !== null && figuresOf(figures),
    bio !== null && lines(2, { fontSize: 34, color: COLOUR.ink2 }, bio),
  ])
}

function signalOf({ username, id, initials, badges, text, posted }: Card & { kind: 'signal' }): Box {
  return box(
    {
      flexDirection: 'column',
      gap: 20,
      padding: '30px 36px',
      backgroundColor: COLOUR.surface,
      border: `2px solid ${COLOUR.line}`,
      borderRadius: 28,
    },
    [
      box({ alignItems: 'center', gap: 20 }, [
        avatar(initials, id, 64),
        box({ fontWeight: 600 }, username),
        box({ fontSize: 26, color: COLOUR.ink2 }, posted),
      ]),
      box(
        { flexWrap: 'wrap', gap: 14, maxHeight: 52, overflow: 'hidden' },
        badges.map(({ words, tone }) => badge(words, TONE[tone])),
      ),
      drawable(text) !== '' && lines(4, { fontSize: 36 }, text),
    ],
  )
}

/** The return and its source in one line, and below since when. */
function figuresOf({ performance, tone, label, since, beside }: Figures): Box {
  const other = beside === '' ? '' : `, ${beside}`
  return box({ flexDirection: 'column', gap: 10 }, [
    box({ alignItems: 'center', gap: 28 }, [
      box(
        { fontSize: 84, fontWeight: 600, letterSpacing: -2, lineHeight: 1, color: TONE[tone].color },
        performance,
      ),
      badge(label.text, TONE[label.tone === 'plain' ? 'flat' : label.tone]),
    ]),
    box({ fontSize: 26, color: COLOUR.ink2 }, `since ${since}${other}`),
  ])
}

const avatar = (initials: string, id: string, side: number) =>
  box(
    {
      width: side,
      height: side,
      flexShrink: 0,
      alignItems: 'center',
      justifyContent: 'center',
      borderRadius: side,
      backgroundColor: groundOf(id),
      color: '#ffffff',
      fontSize: side * 0.38,
      fontWeight: 600,
    },
    initials,
  )

const badge = (words: string, look: { color: string; backgroundColor: string }) =>
  box({ ...look, padding: '4px 16px', borderRadius: 12, fontSize: 28, fontWeight: 600 }, words)

const line = (style: Parameters<typeof box>[0], words: string) => lines(1, style, words)
/** As many lines as there is room for; the last one ends with an ellipsis. */
const lines = (count: number, style: Parameters<typeof box>[0], words: string) =>
  box(
    { ...style, display: 'block', lineClamp: count, overflow: 'hidden', wordBreak: 'break-word' },
    drawable(words),
  )

const MARK = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="60" height="60"><rect width="28" height="28" rx="8" fill="${COLOUR.brand}"/><path d="M9.5 6.5v16M6.5 22.5h6" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none"/><path d="M0-3.2h15.2L12.3 0l2.9 3.2H0a3.2 3.2 0 0 1 0-6.4z" fill="#fff" transform="translate(9.5 13.6) rotate(-38)"/></svg>`,
).toString('base64')}`
