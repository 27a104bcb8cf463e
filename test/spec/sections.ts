// All sections of the specification, in order.
import type { Section } from './row.ts'
import { SECTION_1 } from './section-1.ts'
import { SECTION_2_DIALOGS } from './section-2-dialogs.ts'
import { SECTION_2_SCREENS } from './section-2-screens.ts'
import { SECTION_3 } from './section-3.ts'
import { SECTION_4 } from './section-4.ts'
import { SECTION_5 } from './section-5.ts'
import { SECTION_6 } from './section-6.ts'
import { SECTION_7 } from './section-7.ts'
import { SECTION_8 } from './section-8.ts'
import { SECTION_9 } from './section-9.ts'

export const SECTIONS: Section[] = [
  ...SECTION_1,
  ...SECTION_2_SCREENS,
  ...SECTION_2_DIALOGS,
  ...SECTION_3,
  ...SECTION_4,
  ...SECTION_5,
  ...SECTION_6,
  ...SECTION_7,
  ...SECTION_8,
  ...SECTION_9,
]
