// Settings, "Connections": a person's public signals and record on other sites, as feeds, frames and a picture.
import { type ReactNode, useState } from 'react'
import { badgeCode, embedCode, type EmbedKind, EMBEDS, embedPath } from '#shared/rules/embed-code.ts'
import { useViewer } from '#web/lib/session.tsx'
import { useTheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyCode } from '#web/ui/copy-code.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Input } from '#web/ui/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export default function Connections() {
  const { username, isPublic, showsRecordToVisitors } = useViewer()
  if (!isPublic || showsRecordToVisitors !== true)
    return (
      <Card>
        <EmptyState
          title="Nothing is shown to visitors"
          level={3}
          action={
            <Button asChild variant="outline">
              <a href={paths.settingsSection('privacy')}>Privacy and safety</a>
            </Button>
          }
        >
          Feeds, embeds and the badge work once your profile is public and you show your record to visitors.
        </EmptyState>
      </Card>
    )
  return (
    <>
      <Feeds username={username} />
      <Embed username={username} />
      <BadgeCode username={username} />
    </>
  )
}

type Person = { username: string }

function Feeds({ username }: Person) {
  const feed = `/feeds/@${username}`
  return (
    <Part title="Feeds" about="Your public free signals, for feed readers. Premium is never in them.">
      <CopyCode label="Copy feed address" code={`${location.origin}${feed}.xml`} />
      <p className="text-small text-ink-2">
        Also as <TextLink href={`${feed}.atom`}>Atom</TextLink> and{' '}
        <TextLink href={`${feed}.json`}>JSON</TextLink>.
      </p>
    </Part>
  )
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

function Embed({ username }: Person) {
  const [kind, setKind] = useState<EmbedKind>('record')
  const [link, setLink] = useState('')
  const signalId = ID.exec(link)?.[0].toLowerCase()
  const name = kind === 'record' ? username : signalId
  return (
    <Part
      title="Embed"
      about="For your own site. No cookies, no scripts."
      end={
        <SegmentedControl
          label="What to embed"
          size="sm"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'record', label: 'Record' },
            { value: 'signal', label: 'One signal' },
          ]}
        />
      }
    >
      {kind === 'signal' && (
        <Field
          label="Link to a signal"
          hint="From the menu of a free signal: Copy link"
          error={link !== '' && !signalId && 'Paste the link to a signal’s page, or its id.'}
        >
          <Input value={link} onChange={({ target }) => setLink(target.value.trim())} />
        </Field>
      )}
      {name !== undefined && (
        <>
          <Preview>
            <Frame kind={kind} name={name} />
          </Preview>
          <CopyCode label="Copy embed code" code={embedCode(location.origin, kind, { name, username })} />
        </>
      )}
    </Part>
  )
}

function Frame({ kind, name }: { kind: EmbedKind; name: string }) {
  const theme = useTheme()
  return (
    <iframe
      src={`${embedPath(kind, name)}${theme === 'system' ? '' : `?theme=${theme}`}`}
      title="Embed preview"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      {...EMBEDS[kind]}
      className="block max-w-full border-0"
    />
  )
}

function BadgeCode({ username }: Person) {
  const theme = useTheme()
  return (
    <Part
      title="Badge"
      about="A picture for forums and signatures. It updates every trading day and always shows date, range and number of trades."
    >
      <Preview>
        <img
          src={`/badge/${username}.svg${theme === 'dark' ? '?theme=dark' : ''}`}
          width={320}
          height={96}
          alt={`Record of @${username} on Signalpost`}
          className="max-w-full"
        />
      </Preview>
      <CopyCode label="Copy badge code" code={badgeCode(location.origin, username)} />
      <p className="text-small text-ink-2">
        Add <code>?theme=dark</code> for dark pages. There is also a{' '}
        <TextLink href={`/badge/${username}.png`}>PNG</TextLink>.
      </p>
    </Part>
  )
}

type PartProps = { title: string; about: string; end?: ReactNode; children: ReactNode }

const Part = ({ title, about, end, children }: PartProps) => (
  <Card as="section" aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="grid min-w-0 gap-1">
        <h3 className="text-title font-strong">{title}</h3>
        <p className="text-small text-pretty text-ink-2">{about}</p>
      </div>
      {end}
    </div>
    {children}
  </Card>
)

const Preview = ({ children }: { children: ReactNode }) => (
  <figure
    aria-label="Preview"
    className="overflow-hidden rounded-card border border-dashed border-line-strong bg-canvas p-3"
  >
    {children}
  </figure>
)
