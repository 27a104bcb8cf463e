// The strip on top of every page if something isn't real: demo people, sample prices or test payments.
import { FlaskConical } from 'lucide-react'

/**
 * The server writes these into the page (`server/http/front-end.ts`), so the strip is there on the first
 * paint.
 */
function notices(): { text: string; hasTestPayments: boolean } | undefined {
  const { demo, prices, payments } = document.documentElement.dataset
  const hasTestPayments = payments === 'sandbox'
  const parts = [prices === 'sample' && 'sample prices', hasTestPayments && 'test payments'].filter(Boolean)
  if (demo === undefined && parts.length === 0) return undefined
  const words = parts.join(' and ')
  const sentence = words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  return { text: [demo !== undefined && 'Demo.', sentence].filter(Boolean).join(' '), hasTestPayments }
}

export function DemoStrip() {
  const shown = notices()
  if (!shown) return null
  return (
    <section
      aria-label="Notice"
      className="shell-strip flex min-h-8 items-center justify-center gap-2 bg-caution-soft px-4 py-1 text-small font-medium text-caution"
    >
      <FlaskConical className="icon-sm" />
      <p>
        {shown.text}
        {shown.hasTestPayments && <span className="max-md:hidden"> No real money moves.</span>}
      </p>
    </section>
  )
}
