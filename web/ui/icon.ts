// The type of an icon in the kit: any lucide icon, or a component like one.
import type { ComponentType } from 'react'

export type Icon = ComponentType<{ className?: string }>
