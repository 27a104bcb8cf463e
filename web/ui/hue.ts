// The eight quiet grounds behind white initials, and how a text picks one of them.
export type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const GROUND: Record<Hue, string> = {
  1: 'bg-hue-1',
  2: 'bg-hue-2',
  3: 'bg-hue-3',
  4: 'bg-hue-4',
  5: 'bg-hue-5',
  6: 'bg-hue-6',
  7: 'bg-hue-7',
  8: 'bg-hue-8',
}

/** Chosen by the first character alone, so a person or a ticker keeps its colour everywhere. */
export function hueOf(text: string): Hue {
  const code = text.trim().toUpperCase().codePointAt(0) ?? 0
  return ((code % 8) + 1) as Hue
}

export function hueBackground(hue: Hue): string {
  return GROUND[hue]
}
