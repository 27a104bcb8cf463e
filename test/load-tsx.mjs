// Lets Node import the page's components. It strips types by itself but doesn't know JSX.
import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
/** Vite's compiler, loaded with the first component. */
let compiler

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    compiler ??= createRequire(require.resolve('vite'))('rolldown/utils')
    const path = fileURLToPath(url)
    const { code, errors } = compiler.transformSync(path, readFileSync(path, 'utf8'))
    if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`)
    return { format: 'module', shortCircuit: true, source: code }
  },
})
