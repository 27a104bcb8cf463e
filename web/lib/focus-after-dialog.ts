// Where the focus goes when the button that opened a dialog is gone once the dialog has closed.

/** By then the dialog has left, and looked for the button in vain. */
const AFTER_LEAVING_MS = 300

/** Focuses the element with this id, a heading, unless something else has the focus by then. */
export function focusAfterDialog(id: string): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  }, AFTER_LEAVING_MS)
}
