// Draws the preview image of a shared link: the product, a person or a signal.
import {
  avatar,
  badge,
  COLOR,
  footer,
  header,
  line,
  lines,
  logo,
  pictureFrame,
  TONE,
} from '#server/adapters/picture-parts.ts'
import { box, type Box, renderableText, renderImage } from '#server/adapters/render-image.ts'
import { doubtsInOneLine } from '#shared/rules/doubts.ts'
import { TAGLINE } from '#shared/product.ts'
import type { Card, CardPerformance } from './views.ts'

export const drawCard = (card: Card): Promise<Buffer> => renderImage(layoutOf(card))

function layoutOf(card: Card): Box {
  if (card.kind === 'person') return pictureFrame([header(), personSection(card), footer(TAGLINE)])
  if (card.kind === 'signal') return pictureFrame([header(), signalSection(card), footer(card.disclaimer)])
  const headline = ['Share trades.', 'Build trust.', 'Get subscribers.']
  return pictureFrame([
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

/** At most two lines: the most serious doubt, then the next one and the number of others. */
const doubtLines = ([first, ...others]: readonly string[]): string[] =>
  [first ?? '', doubtsInOneLine(others)].filter((text) => text !== '')
