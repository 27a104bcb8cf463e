// The switch between the system's theme, light and dark.
import { Monitor, Moon, Sun } from 'lucide-react'
import { SegmentedControl } from './segmented-control.tsx'

export type ThemeChoice = 'system' | 'light' | 'dark'
type ThemeSwitchProps = { value: ThemeChoice; onValueChange: (choice: ThemeChoice) => void }

const OPTIONS = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export function ThemeSwitch(props: ThemeSwitchProps) {
  return <SegmentedControl label="Theme" size="sm" options={OPTIONS} {...props} />
}
