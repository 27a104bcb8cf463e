// How a whole is shared between two, as one bar; the sentence beside it says the figures.

/** `share` of the first one is a ratio from 0 to 1. */
export function SplitBar({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      <span className="bg-brand-solid forced-colors:bg-[CanvasText]" style={{ flexGrow: share }} />
      <span className="bg-line-field forced-colors:bg-[GrayText]" style={{ flexGrow: 1 - share }} />
    </div>
  )
}
