// Every screen and dialog, filled: nothing that axe or a ruler finds. `npm test` looks at ten of them.
import { sampled } from '#test/full.ts'
import { expectAccessible } from './accessible.ts'
import { test } from './people.ts'
import { open, SCREENS } from './screens.ts'

// Nothing is changed here, so each test may run in either worker.
test.describe.configure({ mode: 'parallel' })

for (const screen of sampled(SCREENS, 7))
  test(`axe and the ruler find nothing on: ${screen.name}`, { tag: '@screen' }, async ({ page }) => {
    await open(page, screen)
    await expectAccessible(page)
  })
