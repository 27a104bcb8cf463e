// A person's round picture. Without one, or if it fails to load, their initials on a color.
import { useState } from 'react'
import { classes } from './classes.ts'
import { hueBackground, type Hue } from './hue.ts'

type AvatarProps = {
  initials: string
  hue: Hue
  src?: string | null | undefined
  /** 32, 40 or 72 px. */
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Only if there is no name beside it; otherwise the avatar is decorative. */
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
        // Plain while the picture loads, because initials would only flash.
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
