// The button that follows or unfollows a person, with an optimistic update.
import { Check } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFollow, useFollowing } from './queries.ts'

type FollowButtonProps = Pick<ButtonProps, 'size' | 'className'> & {
  userId: string
  /** The status, if the caller knows it, as for suggestions. Saves a request. */
  initialIsFollowing?: boolean
  /** The variant of "Follow"; "Following" is always outlined. */
  variant?: ButtonProps['variant']
  /** The person's name for screen readers, for lists with several of these buttons. */
  name?: string
}

export function FollowButton({
  userId,
  initialIsFollowing,
  variant = 'primary',
  name,
  size,
  className,
}: FollowButtonProps) {
  const { isFollowing, isLoading } = useFollowing(userId, initialIsFollowing)
  const follow = useFollow(userId)
  const label = isFollowing ? 'Following' : 'Follow'
  return (
    <Button
      size={size}
      // Invisible while the status loads, and with a fixed minimum width, so that nothing moves.
      className={classes(size === 'sm' ? 'min-w-22' : 'min-w-30', isLoading && 'invisible', className)}
      variant={isFollowing ? 'outline' : variant}
      icon={isFollowing && size !== 'sm' ? Check : undefined}
      aria-pressed={isFollowing}
      aria-label={name === undefined ? undefined : `${label} ${name}`}
      onClick={() => follow.mutate(!isFollowing)}
    >
      {label}
    </Button>
  )
}
