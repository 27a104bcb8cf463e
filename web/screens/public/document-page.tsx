// Terms, privacy, refunds and help: the text of a Markdown file, which the server has made safe.
import { dayText } from '#shared/rules/dates.ts'
import { DOCUMENTS, type VisitorFrame, type VisitorPage } from '#shared/visitor-page.ts'
import { classes } from '#web/ui/classes.ts'
import { Card } from '#web/ui/card.tsx'
import { PublicFrame } from './frame.tsx'

type Props = { frame: VisitorFrame; page: Extract<VisitorPage, { kind: 'document' }> }

const LABELS = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', help: 'Help' }

/** The elements that Markdown becomes. */
const TEXT = classes(
  'wrap-anywhere [&>*+*]:mt-3 [&_h2]:mt-6! [&_h2]:text-title [&_h2]:font-strong [&_strong]:font-strong',
  '[&_a]:underline [&_a]:underline-offset-[0.2em] [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5 [&_li+li]:mt-1.5',
  '[&_table]:block [&_table]:overflow-x-auto [&_table]:wrap-break-word [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_td]:text-small',
  '[&_th]:pr-4 [&_th]:pb-2 [&_th]:text-left [&_th]:text-small [&_th]:font-medium [&_th]:text-ink-2',
)

export const DocumentPage = ({ frame, page }: Props) => (
  <PublicFrame signupMode={frame.signupMode} narrow hasWaysIn={false}>
    <nav aria-label="Documents">
      <ul className="flex flex-wrap gap-x-5">
        {DOCUMENTS.map((name) => (
          <li key={name}>
            <a
              href={`/${name}`}
              aria-current={name === page.name ? 'page' : undefined}
              className="inline-flex min-h-target items-center rounded-badge text-label font-medium text-ink-2 underline-offset-[0.2em] hover:underline aria-[current=page]:text-brand"
            >
              {LABELS[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <Card as="article" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">{page.title}</h1>
        <p className="text-small text-ink-2">Last changed {dayText(page.updated)}</p>
      </div>
      <div className={TEXT} dangerouslySetInnerHTML={{ __html: page.html }} />
    </Card>
  </PublicFrame>
)
