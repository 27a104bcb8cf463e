// zod as the page uses it: without compiling schemas to functions, which the page's Content-Security-Policy forbids and reports.
import { config } from 'zod/v4'

config({ jitless: true })
export * from 'zod/v4'
