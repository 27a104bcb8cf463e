// Whether the viewer has Creator Mode.
import type { Serve } from '#server/http/serve.ts'
import { creators } from '#shared/contracts/creators.ts'

export function creatorRoutes(serve: Serve): void {
  serve(creators.status, async ({ viewer }) => ({ isCreator: viewer.isCreator }))
}
