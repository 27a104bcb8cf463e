// Settings, "Display": what this device shows, and the keys of the page.
import { SlashKeyRow } from '#web/features/search/key-hints.tsx'
import { chooseTheme, useTheme } from '#web/lib/theme.ts'
import { CardList } from '#web/ui/card.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'

export default function Display() {
  return (
    <CardList as="ul">
      <ListRow
        title="Theme"
        sub="On this device"
        stack
        end={<ThemeSwitch value={useTheme()} onValueChange={chooseTheme} />}
      />
      <SlashKeyRow />
    </CardList>
  )
}
