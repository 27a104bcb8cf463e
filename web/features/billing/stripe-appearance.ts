// Our tokens in the words of Stripe's Appearance API, in whichever theme the page has.
import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'
import { useTheme } from '#web/lib/theme.ts'

const DARK = matchMedia('(prefers-color-scheme: dark)')

/** Follows the theme switch and the system. */
export function useAppearance(): Appearance {
  const choice = useTheme()
  const isSystemDark = useSyncExternalStore(subscribe, () => DARK.matches)
  const isDark = choice === 'system' ? isSystemDark : choice === 'dark'
  return useMemo(() => appearanceOf(isDark), [isDark])
}

function subscribe(listener: () => void): () => void {
  DARK.addEventListener('change', listener)
  return () => DARK.removeEventListener('change', listener)
}

/** A token is one line for both themes; only an element that uses it says which colour it has now. */
function colours<Name extends string>(isDark: boolean, names: readonly Name[]): Record<Name, string> {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  document.body.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(--color-${name})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries) as Record<Name, string>
}

const USED = [
  'surface',
  'sunken',
  'ink',
  'ink-2',
  'ink-3',
  'line-field',
  'line-strong',
  'focus',
  'brand',
  'gain',
  'loss',
  'caution',
] as const

function appearanceOf(isDark: boolean): Appearance {
  const colour = colours(isDark, USED)
  return {
    theme: isDark ? 'night' : 'stripe',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      fontFamily:
        "'Inter Variable', Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
      fontSizeBase: '16px',
      fontSizeSm: '14px',
      fontLineHeight: '1.5',
      fontWeightMedium: '520',
      borderRadius: '10px',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
      colorPrimary: colour.brand,
      colorBackground: colour.surface,
      colorText: colour.ink,
      colorTextSecondary: colour['ink-2'],
      colorTextPlaceholder: colour['ink-3'],
      colorDanger: colour.loss,
      colorSuccess: colour.gain,
      colorWarning: colour.caution,
    },
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '520', marginBottom: '6px', color: colour.ink },
      '.Input': { border: `1px solid ${colour['line-field']}`, boxShadow: 'none', padding: '9px 12px' },
      '.Input:hover': { borderColor: colour['ink-2'] },
      '.Input:focus': { borderColor: 'transparent', boxShadow: 'none', outline: `2px solid ${colour.focus}` },
      '.Input--invalid': { borderColor: colour.loss, boxShadow: `0 0 0 1px ${colour.loss}` },
      '.Error': { fontSize: '13px', fontWeight: '520' },
      '.Tab': { border: `1px solid ${colour['line-strong']}`, boxShadow: 'none' },
      '.Tab:hover': { backgroundColor: colour.sunken },
    },
  }
}
