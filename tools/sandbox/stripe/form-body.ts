// Parses `a[b][0]=c` forms and queries into nested objects. The parameter readers decide which values are lists.
export type Raw = string | number | boolean | null | Raw[] | { [name: string]: Raw }
export type RawObject = { [name: string]: Raw }

const DEEPEST = 12

/** `items[0][price]=x&metadata[a]=b` becomes `{ items: { 0: { price: 'x' } }, metadata: { a: 'b' } }`. */
export function readForm(text: string): RawObject {
  const root: RawObject = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value)
  return root
}

function pathOf(name: string): string[] {
  const open = name.indexOf('[')
  if (open <= 0) return [name]
  const inner = name.slice(open)
  if (!/^(\[[^[\]]*\])+$/.test(inner)) return [name]
  return [name.slice(0, open), ...inner.slice(1, -1).split('][')].slice(0, DEEPEST)
}

function place(root: RawObject, path: string[], value: string): void {
  let at = root
  for (const [index, step] of path.entries()) {
    // `expand[]=a&expand[]=b` appends to the list.
    const name = step === '' ? String(Object.keys(at).length) : step
    if (index === path.length - 1) {
      at[name] = value
      return
    }
    const next = at[name]
    if (next === undefined || next === null || typeof next !== 'object' || Array.isArray(next)) {
      const made: RawObject = Object.create(null)
      at[name] = made
      at = made
    } else {
      at = next
    }
  }
}

/** A form field's text; empty if missing. */
export function formText(form: RawObject, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
