// The whole specification, in its order.
import type { Section } from './row.ts'
import { SECTION_1 } from './section-1.ts'
import { SECTION_2_MAIN } from './section-2-main.ts'
import { SECTION_2_PEOPLE } from './section-2-people.ts'
import { SECTION_2_VISITORS } from './section-2-visitors.ts'
import { SECTION_3 } from './section-3.ts'
import { SECTION_3_SHAPES } from './section-3-shapes.ts'
import { SECTION_4 } from './section-4.ts'
import { SECTION_5 } from './section-5.ts'
import { SECTION_6 } from './section-6.ts'
import { SECTION_7 } from './section-7.ts'
import { SECTION_7_MONEY } from './section-7-money.ts'
import { SECTION_8 } from './section-8.ts'
import { SECTION_8_MONEY } from './section-8-money.ts'
import { SECTION_9 } from './section-9.ts'

export const SECTIONS: Section[] = [
  ...SECTION_1,
  ...SECTION_2_VISITORS,
  ...SECTION_2_MAIN,
  ...SECTION_2_PEOPLE,
  ...SECTION_3,
  ...SECTION_3_SHAPES,
  ...SECTION_4,
  ...SECTION_5,
  ...SECTION_6,
  ...SECTION_7,
  ...SECTION_7_MONEY,
  ...SECTION_8,
  ...SECTION_8_MONEY,
  ...SECTION_9,
]
