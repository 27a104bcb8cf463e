// A person's round picture; without one, or when it fails to load, their initials on a colour.
import { useState } from 'react'
import { classes } from './classes.ts'
import { hueBackground, type Hue } from './hue.ts'

export type AvatarProps = {
  initials: string
  hue: Hue
  src?: string | null | undefined
  /** 32, 40 or 72 px. */
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Only when no name stands beside it; otherwise the avatar is decoration. */
  label?: string | undefined
}

const SIZE = {
  sm: 'size-8 text-caption',
  md: 'size-10 text-label',
  lg: 'size-18 text-heading tracking-normal',
}

export function Avatar({ initials, hue, src, size = 'md', label }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const picture = src && src !== failed ? src : undefined
  return (
    <span
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classes(
        'grid flex-none place-items-center overflow-hidden rounded-full font-strong text-on-hue select-none',
        SIZE[size],
        // A picture on its way waits on plain paper: initials that vanish again would be a flash.
        picture === undefined ? hueBackground(hue) : 'bg-sunken',
        'forced-colors:border',
      )}
    >
      {picture === undefined ? (
        initials
      ) : (
        <img src={picture} alt="" className="size-full object-cover" onError={() => setFailed(picture)} />
      )}
    </span>
  )
}
