// Every email as a mail program shows it, and its plain text.
import { renderHtml } from '#shared/emails/render-html.ts'
import { renderText } from '#shared/emails/render-text.ts'
import { EMAIL_SAMPLES, SAMPLE_SITE } from './email-samples.ts'
import { Part } from './part.tsx'

/** An email follows the system's theme, whereas the workshop shows both: `side` keeps the styles of one. */
export function Emails({ side }: { side: string }) {
  return Object.entries(EMAIL_SAMPLES).map(([name, email]) => (
    <Part key={name} title={`Email: ${name}`}>
      <iframe
        title={`${name}, ${side}`}
        sandbox=""
        srcDoc={inTheme(renderHtml(email, SAMPLE_SITE), side)}
        className="h-140 w-full rounded-card border border-line"
      />
      <pre className="overflow-x-auto rounded-control bg-sunken p-4 text-small whitespace-pre-wrap wrap-anywhere">
        {renderText(email, SAMPLE_SITE)}
      </pre>
    </Part>
  ))
}

const inTheme = (html: string, side: string): string =>
  html.replace('@media (prefers-color-scheme: dark)', side === 'dark' ? '@media all' : '@media not all')
