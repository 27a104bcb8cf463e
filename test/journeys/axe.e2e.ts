// Every screen and dialog with data has no axe violation and no layout problem. `npm test` samples them.
import { sampled } from '#test/test-scope.ts'
import { expectAccessible } from './expect-accessible.ts'
import { test } from './fixtures.ts'
import { openScreen, SCREENS } from './screens.ts'

// These tests change no data, so they can run in any worker.
test.describe.configure({ mode: 'parallel' })

for (const screen of sampled(SCREENS, 7))
  test(
    `axe and the layout checks find no problem on: ${screen.name}`,
    { tag: '@screen' },
    async ({ screenPage: page }) => {
      await openScreen(page, screen)
      await expectAccessible(page)
    },
  )
