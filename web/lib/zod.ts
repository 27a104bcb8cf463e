// zod as the page uses it: without compiling schemas to functions, which the page's Content-Security-Policy
// forbids and reports.
import { z } from 'zod/v4'

z.config({ jitless: true })
export { z }
