// Every screen and dialog, filled: nothing that axe or a ruler finds.
import { expectAccessible } from './accessible.ts'
import { test } from './people.ts'
import { open, SCREENS } from './screens.ts'

for (const screen of SCREENS)
  test(`axe and the ruler find nothing on: ${screen.name}`, async ({ page }) => {
    await open(page, screen)
    await expectAccessible(page)
  })
