// The round antenna button in the header that opens the signal dialog.
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

type PostSignalButtonProps = Omit<ComponentProps<'a'>, 'children'> & { label?: string | undefined }

export function PostSignalButton({
  label = 'Share Investment Signal',
  className,
  ...rest
}: PostSignalButtonProps) {
  return (
    <a
      {...rest}
      aria-label={label}
      className={classes(
        'relative grid size-target flex-none place-items-center rounded-full bg-brand-soft text-title',
        'leading-none',
        'after:pointer-events-none after:absolute after:inset-0 after:rounded-full after:border-[1.5px]',
        'after:border-brand after:opacity-35 after:transition-[inset,opacity] after:duration-200',
        'after:ease-settle',
        'hover:after:-inset-[5px] hover:after:opacity-60',
        className,
      )}
    >
      <span aria-hidden="true">📡</span>
    </a>
  )
}
