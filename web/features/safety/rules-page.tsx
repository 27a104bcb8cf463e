// Our rules in plain words, and what happens when one is broken.
import { APPEAL_ANSWER_DAYS } from '#shared/limits.ts'
import { HOUSE_RULES } from '#shared/rules/house-rules.ts'
import { MANIPULATION_RULES } from '#shared/rules/manipulation.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

const AFTERWARDS = [
  'Anyone can report a signal, a comment or a person, even without an account. Nobody is told who reported.',
  'A person decides, never a number of reports and never a program alone. Each reason has its own time: 24 to 72 hours.',
  'We hide a text, remove a name or a picture, stop somebody from selling, or suspend them. A signal’s type, tickers, score and place in the public log stay: nobody’s record gets better or worse.',
  'A suspended person can’t post, comment, sell subscriptions, or change their name, username, bio or picture. They can still read, report, appeal, export their data, and remove their name, bio and picture.',
  'The author gets the facts, the rule and how long it lasts by email. Everyone who reported hears the outcome.',
  `The author can appeal for six months, and the reporter can ask for another look if we took no action. Another moderator answers in words, within ${APPEAL_ANSWER_DAYS} days.`,
  'No moderator decides about themselves, their own report, their creator or their subscriber.',
]

export function RulesPage() {
  return (
    <>
      <div className="grid gap-1">
        <h1 className="text-heading font-strong">Rules</h1>
        <p className="text-lead text-pretty text-ink-2">
          Eight rules for what people post here, and what happens when somebody breaks one.
        </p>
      </div>
      <Card>
        <ol className="grid gap-5">
          {HOUSE_RULES.map(({ title, text }, index) => (
            <li key={title} id={`rule-${index + 1}`} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-4">
              <span
                aria-hidden="true"
                className="grid size-7 place-items-center rounded-full bg-brand-soft text-small font-strong text-brand"
              >
                {index + 1}
              </span>
              <div className="grid gap-1">
                <h2 className="text-lead font-strong">{title}</h2>
                <p className="text-pretty text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <Card as="section" aria-labelledby="afterwards" className="grid gap-3">
        <h2 id="afterwards" className="text-title font-strong">
          What happens then
        </h2>
        <ul className="grid list-disc gap-2 pl-5 text-pretty">
          {AFTERWARDS.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="text-pretty">Five patterns open a case without a report. A person looks at each:</p>
        <ul className="grid list-disc gap-2 pl-5 text-pretty">
          {Object.values(MANIPULATION_RULES).map(({ text }) => (
            <li key={text}>{text}.</li>
          ))}
        </ul>
        <p>
          <TextLink href={paths.report}>Report something</TextLink>
          {' · '}
          <TextLink href={paths.transparency}>What we decided, in figures</TextLink>
        </p>
      </Card>
    </>
  )
}
