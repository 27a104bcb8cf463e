// What a table can't be read without, as a list that follows each choice.
import { Banner } from '#web/ui/banner.tsx'

/** Where the focus goes when somebody goes on although something is missing. */
export const MISSING_COLUMNS = 'missing-columns'

/** More would push the choices away; the next ones come as these are made. */
const SHOWN = 4

export function MissingColumns({ missing }: { missing: string[] }) {
  return (
    <div id={MISSING_COLUMNS} tabIndex={-1} aria-live="polite" className="outline-none empty:hidden">
      {missing.length > 0 && (
        <Banner tone="caution" title="Before we can import it">
          <ul className="grid gap-0.5">
            {missing.slice(0, SHOWN).map((sentence) => (
              <li key={sentence} className="wrap-anywhere">
                {sentence}
              </li>
            ))}
            {missing.length > SHOWN && <li>And {missing.length - SHOWN} more.</li>}
          </ul>
        </Banner>
      )}
    </div>
  )
}
