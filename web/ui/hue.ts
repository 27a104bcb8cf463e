// The eight background colors behind white initials, and how a text gets one of them.
export type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const BACKGROUND: Record<Hue, string> = {
  1: 'bg-hue-1',
  2: 'bg-hue-2',
  3: 'bg-hue-3',
  4: 'bg-hue-4',
  5: 'bg-hue-5',
  6: 'bg-hue-6',
  7: 'bg-hue-7',
  8: 'bg-hue-8',
}

/** Depends on the first character only, so a person or a ticker has the same color everywhere. */
export function hueOf(text: string): Hue {
  const code = text.trim().toUpperCase().codePointAt(0) ?? 0
  return ((code % 8) + 1) as Hue
}

export function hueBackground(hue: Hue): string {
  return BACKGROUND[hue]
}
