// The HTML files of the build, with the notices that belong on every page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const DIST = join(import.meta.dirname, '../../dist')

export type PageNotices = {
  paymentMode: 'stripe' | 'sandbox'
  hasSamplePrices: boolean
  isDemo: boolean
  /** Whether to link to the API description. */
  hasApiDocs: boolean
}

/**
 * A built page. The notices are written into it as `data-` attributes of `<html>`, so that they are present on the
 * first paint and cause no layout shift.
 */
export function readTemplate(name: string, notices: PageNotices): string {
  const { paymentMode, hasSamplePrices, isDemo, hasApiDocs } = notices
  const attributes = [
    `data-payments="${paymentMode}"`,
    ...(hasSamplePrices ? ['data-prices="sample"'] : []),
    ...(isDemo ? ['data-demo'] : []),
    ...(hasApiDocs ? ['data-api-docs'] : []),
  ].join(' ')
  return readFileSync(join(DIST, name), 'utf8').replace('<html ', `<html ${attributes} `)
}
