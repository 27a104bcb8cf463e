// What the kit accepts as an icon: any lucide icon, or a component drawn in its manner.
import type { ComponentType } from 'react'

export type Icon = ComponentType<{ className?: string }>
