// A bar that shows how an amount is split in two; the text beside it gives the figures.

/** `share` is the ratio of the first part, from 0 to 1. */
export function SplitBar({ share }: { share: number }) {
  return (
    <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
      <span className="bg-brand-solid forced-colors:bg-[CanvasText]" style={{ flexGrow: share }} />
      <span className="bg-line-field forced-colors:bg-[GrayText]" style={{ flexGrow: 1 - share }} />
    </div>
  )
}
