// What the link in a report leads to, before the report is sent: only what the viewer may see anyway.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type ReportedLink, reportedLinkIn } from '#shared/rules/reported-link.ts'
import { useAuth } from '#web/lib/session.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { findLinked } from './find-linked.ts'

/** How long typing must pause, so that it doesn't send a request for each key. */
const PAUSE_MS = 300

type LinkedObjectProps = {
  url: string
  /** Whether to hide the profile picture, because it may be what is reported. */
  hidesPicture: boolean
}

/** Empty without a link. */
export function LinkedObject({ url, hidesPicture }: LinkedObjectProps) {
  const settled = useSettled(url.trim())
  const link = settled === '' ? null : reportedLinkIn(settled)
  return (
    <div role="status" className="empty:hidden">
      {link ? (
        <Linked key={settled} link={link} hidesPicture={hidesPicture} />
      ) : (
        settled !== '' && <Note title="This isn’t a link to a signal, a comment or a profile here." />
      )}
    </div>
  )
}

function Linked({ link, hidesPicture }: { link: ReportedLink; hidesPicture: boolean }) {
  // A person whose account is being deleted sees what visitors see.
  const isMember = useAuth().user?.deletedAt === null
  const { data, isPending, isError } = useQuery({
    queryKey: ['reported-link', isMember, link],
    queryFn: () => findLinked(link, isMember),
    // Always looked up again, because it may have been hidden since.
    staleTime: 0,
    gcTime: 0,
  })
  if (isPending)
    return (
      <Loading label="Looking it up">
        <Skeleton className="h-18 w-full rounded-control" />
      </Loading>
    )
  if (isError) return null
  if (data === null)
    return (
      <Note title="We found nothing at this link that you can see.">
        Check the link. You can also report what’s private or locked. We’ll review it.
      </Note>
    )
  const { title, by, text, href, avatar } = data
  return (
    <Box>
      {avatar && <Avatar size="sm" {...avatar} {...(hidesPicture && { src: null })} />}
      <div className="min-w-0 flex-1">
        <p className="font-strong wrap-anywhere">
          {title}
          {by !== null && (
            <span className="font-regular text-ink-2">
              {' '}
              by <bdi>{by}</bdi>
            </span>
          )}
        </p>
        {text !== null && (
          <p dir="auto" className="line-clamp-3 text-small wrap-anywhere text-ink-2">
            {text}
          </p>
        )}
        <TextLink href={href} target="_blank" rel="noopener" className="text-small">
          Open it in a new tab
        </TextLink>
      </div>
    </Box>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-18 items-start gap-3 rounded-control border border-line-strong px-4 py-3">
    {children}
  </div>
)

const Note = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Box>
    <p className="text-small text-pretty text-ink-2">
      <span className="font-strong text-ink">{title}</span> {children}
    </p>
  </Box>
)

/** The value once it hasn't changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
