// The contrast of the colors in web/theme.css, in both themes: text, field borders and focus rings.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const CSS = readFileSync('web/theme.css', 'utf8')

/** The `#rrggbb` of a color token in this theme. */
function colorOf(token: string, theme: Theme): string {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(CSS)?.[1] ?? ''
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}/g) ?? []
  if (light === '') throw new Error(`There is no color called ${token}.`)
  return theme === 'light' ? light : dark
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('the ratio follows WCAG: 21 for black on white, 4.54 for #767676 on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

const BACKGROUNDS = ['canvas', 'surface', 'raised', 'sunken']
const BADGES = ['gain', 'loss', 'info', 'caution'].map((tone) => [tone, `${tone}-soft`] as const)
const HUES = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `hue-${hue}`)

/** The text colors, each with the backgrounds that it is used on. */
const TEXT: [color: string, backgrounds: string[]][] = [
  ['ink', [...BACKGROUNDS, 'lift', 'brand-soft', ...BADGES.map(([, soft]) => soft)]],
  ['ink-2', BACKGROUNDS],
  ['ink-3', BACKGROUNDS],
  ['brand', [...BACKGROUNDS, 'brand-soft']],
  ...BADGES.map(([tone, soft]): [string, string[]] => [tone, ['canvas', 'surface', 'raised', soft]]),
  ['on-brand', ['brand-solid', 'brand-solid-hover']],
  ['on-loss', ['loss-solid', 'loss-solid-hover']],
  ['on-hue', HUES],
]

describe.each(THEMES)('in the %s theme', (theme) => {
  const lowest = (color: string, backgrounds: readonly string[]) =>
    Math.min(...backgrounds.map((background) => contrast(colorOf(color, theme), colorOf(background, theme))))

  test.each(TEXT)(
    'the text color %s has a contrast of 4.5 on its backgrounds (WCAG 1.4.3)',
    (color, backgrounds) => {
      expect(lowest(color, backgrounds)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('the focus ring has a contrast of 3 on every background (WCAG 1.4.11)', () => {
    const backgrounds = [...BACKGROUNDS, 'lift', 'brand-soft', ...BADGES.map(([, soft]) => soft)]
    expect(lowest('focus', backgrounds)).toBeGreaterThanOrEqual(3)
  })

  test('the border of a field has a contrast of 3 on its backgrounds (WCAG 1.4.11)', () => {
    expect(lowest('line-field', ['canvas', 'surface', 'raised'])).toBeGreaterThanOrEqual(3)
  })
})
