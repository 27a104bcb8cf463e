// The space of an outcome line that is loading, or that couldn't be loaded.

/** The container whose width decides the number of rows. */
export const OUTCOME_FRAME = '@container mt-3 grid grid-cols-[minmax(0,1fr)]'
/** As high as a line usually is: two rows where the card is as narrow as a phone, else one. */
export const OUTCOME_BOX = 'min-h-14 content-center px-3 py-2 text-small @min-[26rem]:min-h-9'

export const OutcomeSpace = () => (
  <div className={OUTCOME_FRAME}>
    <div className={OUTCOME_BOX} />
  </div>
)
