// Groups the modules that the build puts into one file.
import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { SCHEMAS } from './contract-without-zod.ts'

/** The ids of a module and everything that it imports statically, without the schemas that only forms load. */
function closureOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const closure = new Set<string>()
  const add = (id: string) => {
    if (closure.has(id) || id.endsWith(SCHEMAS)) return
    closure.add(id)
    context.getModuleInfo(id)?.importedIds.forEach(add)
  }
  add(join(import.meta.dirname, '../../web', entry))
  return closure
}

const modulesOf = (name: string, entries: string[], only = /./): Rolldown.CodeSplittingGroup => {
  let modules: Set<string> | undefined
  return {
    debugName: name,
    name(id, context) {
      modules ??= new Set(entries.flatMap((entry) => [...closureOf(entry, context)]))
      return modules.has(id) && only.test(id) ? name : null
    },
    includeDependenciesRecursively: false,
  }
}

/**
 * The first screen loads four files: what it shares with the landing page, the libraries, the app without a session,
 * and the feed. Without these groups the bundler makes 26, each with a kilobyte of headers and compressed on its own.
 */
export const CHUNK_GROUPS = [
  // Excludes the landing page's own script, which would otherwise run in the app.
  modulesOf('start', ['landing-script.ts'], /^(?!.*\/landing-script\.ts$)/),
  modulesOf('libraries', ['main.tsx', 'signed-in.tsx'], /node_modules/),
  modulesOf('app', ['main.tsx']),
  modulesOf('feed', ['signed-in.tsx']),
  // The modules that the first screen loads next.
  modulesOf('suggestions', ['features/follows/suggestions-card.tsx']),
  modulesOf('toast', ['ui/toast.tsx']),
  // A profile and a record, because people usually open one after the other.
  modulesOf('person', [
    'screens/other-profile.tsx',
    'screens/beside-profile.tsx',
    'screens/track-record.tsx',
    'features/record/track-record-card.tsx',
  ]),
  // All other icons in one file instead of one file for each.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
]
