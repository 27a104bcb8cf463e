// Follow or Following: one press either way, shown at once.
import { Check } from 'lucide-react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFollow, useFollowing } from './queries.ts'

export type FollowButtonProps = Pick<ButtonProps, 'size' | 'className'> & {
  userId: string
  /** When it is known already, as for people one is offered to follow. */
  known?: boolean
  /** How loud "Follow" is; "Following" is always quiet. */
  variant?: ButtonProps['variant']
  /** Whom, for a screen reader, where several of these stand in one list. */
  name?: string
}

export function FollowButton({
  userId,
  known,
  variant = 'primary',
  name,
  size,
  className,
}: FollowButtonProps) {
  const { isFollowing, isLoading } = useFollowing(userId, known)
  const follow = useFollow(userId)
  const words = isFollowing ? 'Following' : 'Follow'
  return (
    <Button
      size={size}
      // Keeps its place while it is not known what it should say, and its width whatever it says.
      className={classes(size === 'sm' ? 'min-w-22' : 'min-w-30', isLoading && 'invisible', className)}
      variant={isFollowing ? 'outline' : variant}
      icon={isFollowing && size !== 'sm' ? Check : undefined}
      aria-pressed={isFollowing}
      aria-label={name === undefined ? undefined : `${words} ${name}`}
      onClick={() => follow.mutate(!isFollowing)}
    >
      {words}
    </Button>
  )
}
