// The button at the end of a folded list that shows its other rows, or folds it again.

type ShowAllButtonProps = { showsAll: boolean; onChange: (showsAll: boolean) => void }

export function ShowAllButton({ showsAll, onChange }: ShowAllButtonProps) {
  return (
    <div className="px-2 py-1 md:px-4">
      <button
        type="button"
        className="link inline-flex min-h-9 items-center px-2 text-small"
        aria-expanded={showsAll}
        onClick={() => onChange(!showsAll)}
      >
        {showsAll ? 'Show fewer' : 'See all'}
      </button>
    </div>
  )
}
