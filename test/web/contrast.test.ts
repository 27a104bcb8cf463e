// The colours of web/theme.css against each other, in both themes: text, the lines of fields, and the ring of the focus.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const CSS = readFileSync('web/theme.css', 'utf8')

/** `#rrggbb` of a colour token; its half of `light-dark()` where it has two. */
function colourOf(token: string, theme: Theme): string {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(CSS)?.[1] ?? ''
  const [light = '', dark = light] = value.match(/#[0-9a-f]{6}/g) ?? []
  if (light === '') throw new Error(`There is no colour called ${token}.`)
  return theme === 'light' ? light : dark
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, "contrast ratio": from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('the ratio is the one of the standard: 21 for black on white, 4.54 for #767676 on it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

const PAPER = ['canvas', 'surface', 'raised', 'sunken']
const BADGES = ['gain', 'loss', 'info', 'caution'].map((tone) => [tone, `${tone}-soft`] as const)
const HUES = [1, 2, 3, 4, 5, 6, 7, 8].map((hue) => `hue-${hue}`)

/** What is written with which colour on which grounds. */
const TEXT: [ink: string, grounds: string[]][] = [
  ['ink', [...PAPER, 'lift', 'brand-soft', ...BADGES.map(([, soft]) => soft)]],
  ['ink-2', PAPER],
  ['ink-3', PAPER],
  ['brand', [...PAPER, 'brand-soft']],
  ...BADGES.map(([tone, soft]): [string, string[]] => [tone, ['canvas', 'surface', 'raised', soft]]),
  ['on-brand', ['brand-solid', 'brand-solid-hover']],
  ['on-loss', ['loss-solid', 'loss-solid-hover']],
  ['on-hue', HUES],
]

describe.each(THEMES)('in the %s theme', (theme) => {
  const worst = (ink: string, grounds: readonly string[]) =>
    Math.min(...grounds.map((ground) => contrast(colourOf(ink, theme), colourOf(ground, theme))))

  test.each(TEXT)('%s is read on all its grounds (1.4.3: 4.5)', (ink, grounds) => {
    expect(worst(ink, grounds)).toBeGreaterThanOrEqual(4.5)
  })

  test('the ring of the focus is seen on every ground it is drawn on (1.4.11: 3)', () => {
    const grounds = [...PAPER, 'lift', 'brand-soft', ...BADGES.map(([, soft]) => soft)]
    expect(worst('focus', grounds)).toBeGreaterThanOrEqual(3)
  })

  test('the line of a field is seen beside the paper it lies on (1.4.11: 3)', () => {
    expect(worst('line-field', ['canvas', 'surface', 'raised'])).toBeGreaterThanOrEqual(3)
  })
})
