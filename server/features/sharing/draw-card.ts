// Draws the preview image of a shared link: the product, a person or a signal.
import { logoPicture } from '#server/adapters/logo-picture.ts'
import { box, type Box, renderableText, renderImage, FONTS } from '#server/adapters/render-image.ts'
import { doubtsInOneLine } from '#shared/rules/doubts.ts'
import { PRODUCT_NAME, TAGLINE } from '#shared/product.ts'
import type { Card, CardPerformance, Tone } from './views.ts'

/** From the light theme in web/theme.css. */
const COLOR = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  line: '#e1e6e6',
  sunken: '#edf0f0',
  ink: '#0f1819',
  ink2: '#435153',
  brand: '#0a5a63',
  brandSoft: '#e2f0f0',
}
const TONE: Record<Tone, { color: string; backgroundColor: string }> = {
  gain: { color: '#166b37', backgroundColor: '#e3f4e8' },
  loss: { color: '#b3252b', backgroundColor: '#fdebea' },
  info: { color: '#2356bd', backgroundColor: '#e8effd' },
  caution: { color: '#755000', backgroundColor: '#fdf4d8' },
  flat: { color: COLOR.ink2, backgroundColor: COLOR.sunken },
}
/** Avatar backgrounds, chosen by the first character of the person's id, as in web/ui/hue.ts (spec section 2). */
const AVATAR_COLORS = ['#3d5f8c', '#76498a', '#94492f', '#2c6a4d', '#8f3a58', '#5c5b28', '#22687a', '#6c4f3f']
const avatarColor = (id: string) => AVATAR_COLORS[(id.toUpperCase().codePointAt(0) ?? 0) % 8]

export const drawCard = (card: Card): Promise<Buffer> => renderImage(layoutOf(card))

function layoutOf(card: Card): Box {
  const page = (children: Box[]) =>
    box(
      {
        boxSizing: 'border-box',
        width: '100%',
        height: '100%',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '44px 72px 40px',
        backgroundColor: COLOR.canvas,
        color: COLOR.ink,
        fontFamily: FONTS,
        fontSize: 34,
        lineHeight: 1.35,
      },
      children,
    )
  if (card.kind === 'person') return page([header(), personSection(card), footer(TAGLINE)])
  if (card.kind === 'signal') return page([header(), signalSection(card), footer(card.disclaimer)])
  const headline = ['Share trades.', 'Build trust.', 'Get subscribers.']
  return page([
    header(),
    box({ alignItems: 'center', justifyContent: 'space-between' }, [
      box(
        { flexDirection: 'column', fontSize: 92, fontWeight: 600, lineHeight: 1.12, letterSpacing: -2.6 },
        headline.map((text) => box({}, text)),
      ),
      logo(250),
    ]),
    footer(TAGLINE),
  ])
}

const header = () =>
  box({ alignItems: 'center', gap: 20, fontSize: 40, fontWeight: 600, letterSpacing: -0.8 }, [
    logo(60),
    box({}, PRODUCT_NAME),
  ])

const logo = (side: number) => logoPicture(side, COLOR.brand)

const footer = (text: string) => box({ fontSize: 26, color: COLOR.ink2 }, text)

function personSection({
  name,
  username,
  id,
  initials,
  isCreator,
  bio,
  performance,
}: Card & { kind: 'person' }): Box {
  // Each line of doubts takes one from the bio.
  const bioLines = 2 - doubtLines(performance?.doubts ?? []).length
  return box({ flexDirection: 'column', gap: 26 }, [
    box({ alignItems: 'center', gap: 36 }, [
      avatar(initials, id, 148),
      box({ flexDirection: 'column', gap: 6, flex: 1 }, [
        line({ fontSize: 68, fontWeight: 600, letterSpacing: -1.8, lineHeight: 1.2 }, name),
        box({ alignItems: 'center', gap: 20, color: COLOR.ink2 }, [
          box({}, `@${username}`),
          isCreator && badge('Creator', { color: COLOR.brand, backgroundColor: COLOR.brandSoft }),
        ]),
      ]),
    ]),
    performance !== null && performanceSection(performance),
    bio !== null && bioLines > 0 && lines(bioLines, { fontSize: 34, color: COLOR.ink2 }, bio),
  ])
}

function signalSection({ username, id, initials, badges, text, posted }: Card & { kind: 'signal' }): Box {
  return box(
    {
      flexDirection: 'column',
      gap: 20,
      padding: '30px 36px',
      backgroundColor: COLOR.surface,
      border: `2px solid ${COLOR.line}`,
      borderRadius: 28,
    },
    [
      box({ alignItems: 'center', gap: 20 }, [
        avatar(initials, id, 64),
        box({ fontWeight: 600 }, username),
        box({ fontSize: 26, color: COLOR.ink2 }, posted),
      ]),
      box(
        { flexWrap: 'wrap', gap: 14, maxHeight: 52, overflow: 'hidden' },
        badges.map(({ text: label, tone }) => badge(label, TONE[tone])),
      ),
      renderableText(text) !== '' && lines(4, { fontSize: 36 }, text),
    ],
  )
}

/** The return and its source in one line, with its start date and its doubts below. */
function performanceSection({ performance, tone, label, since, doubts }: CardPerformance): Box {
  return box({ flexDirection: 'column', gap: 10 }, [
    box({ alignItems: 'center', gap: 28 }, [
      box(
        { fontSize: 84, fontWeight: 600, letterSpacing: -2, lineHeight: 1, color: TONE[tone].color },
        performance,
      ),
      badge(label.text, TONE[label.tone === 'plain' ? 'flat' : label.tone]),
    ]),
    box({ fontSize: 26, color: COLOR.ink2 }, `since ${since}`),
    ...doubtLines(doubts).map((text) => line({ fontSize: 28, color: TONE.caution.color }, text)),
  ])
}

/** At most two lines: the gravest doubt, then the next one and how many more there are. */
const doubtLines = ([first, ...others]: readonly string[]): string[] =>
  [first ?? '', doubtsInOneLine(others)].filter((text) => text !== '')

const avatar = (initials: string, id: string, side: number) =>
  box(
    {
      width: side,
      height: side,
      flexShrink: 0,
      alignItems: 'center',
      justifyContent: 'center',
      borderRadius: side,
      backgroundColor: avatarColor(id),
      color: '#ffffff',
      fontSize: side * 0.38,
      fontWeight: 600,
    },
    initials,
  )

const badge = (text: string, style: { color: string; backgroundColor: string }) =>
  box({ ...style, padding: '4px 16px', borderRadius: 12, fontSize: 28, fontWeight: 600 }, text)

const line = (style: Parameters<typeof box>[0], text: string) => lines(1, style, text)
/** Text of at most `count` lines; if it is longer, the last line ends with an ellipsis. */
const lines = (count: number, style: Parameters<typeof box>[0], text: string) =>
  box(
    { ...style, display: 'block', lineClamp: count, overflow: 'hidden', wordBreak: 'break-word' },
    renderableText(text),
  )
