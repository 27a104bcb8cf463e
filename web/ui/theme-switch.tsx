// The switch between the system's theme, light and dark.
import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from './segmented.tsx'
import { chooseTheme, useTheme } from './theme.ts'

const OPTIONS = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function ThemeSwitch() {
  return (
    <Segmented label="Theme" size="sm" options={OPTIONS} value={useTheme()} onValueChange={chooseTheme} />
  )
}
