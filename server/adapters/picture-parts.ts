// Building blocks of link preview images: the frame, the header, avatars, badges, lines of text.
import { PRODUCT_NAME } from '#shared/product.ts'
import { logoPicture } from './logo-picture.ts'
import { box, type Box, FONTS, renderableText } from './render-image.ts'

/** From the light theme in web/theme.css. */
export const COLOR = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  line: '#e1e6e6',
  sunken: '#edf0f0',
  ink: '#0f1819',
  ink2: '#435153',
  brand: '#0a5a63',
  brandSoft: '#e2f0f0',
}
export type Tone = 'gain' | 'loss' | 'info' | 'caution' | 'flat'
export const TONE: Record<Tone, { color: string; backgroundColor: string }> = {
  gain: { color: '#166b37', backgroundColor: '#e3f4e8' },
  loss: { color: '#b3252b', backgroundColor: '#fdebea' },
  info: { color: '#2356bd', backgroundColor: '#e8effd' },
  caution: { color: '#755000', backgroundColor: '#fdf4d8' },
  flat: { color: COLOR.ink2, backgroundColor: COLOR.sunken },
}
/** Avatar backgrounds, chosen by the first character of the person's id, as in web/ui/hue.ts (spec section 2). */
const AVATAR_COLORS = ['#3d5f8c', '#76498a', '#94492f', '#2c6a4d', '#8f3a58', '#5c5b28', '#22687a', '#6c4f3f']
const avatarColor = (id: string) => AVATAR_COLORS[(id.toUpperCase().codePointAt(0) ?? 0) % 8]

/** Top, middle and bottom of a picture. */
export const pictureFrame = (children: Box[]) =>
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

export const header = () =>
  box({ alignItems: 'center', gap: 20, fontSize: 40, fontWeight: 600, letterSpacing: -0.8 }, [
    logo(60),
    box({}, PRODUCT_NAME),
  ])

export const logo = (side: number) => logoPicture(side, COLOR.brand)

export const footer = (text: string) => box({ fontSize: 26, color: COLOR.ink2 }, text)

export const avatar = (initials: string, id: string, side: number) =>
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

export const badge = (text: string, style: { color: string; backgroundColor: string }) =>
  box({ ...style, padding: '4px 16px', borderRadius: 12, fontSize: 28, fontWeight: 600 }, text)

export const line = (style: Parameters<typeof box>[0], text: string) => lines(1, style, text)
/** Text of at most `count` lines; if it is longer, the last line ends with an ellipsis. */
export const lines = (count: number, style: Parameters<typeof box>[0], text: string) =>
  box(
    { ...style, display: 'block', lineClamp: count, overflow: 'hidden', wordBreak: 'break-word' },
    renderableText(text),
  )
