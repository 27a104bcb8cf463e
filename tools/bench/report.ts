// One line per figure: measured value, target in docs/quality.md, and whether it is met.

let missed = 0
let met = 0

function line(name: string, measured: string, asked: string, holds: boolean) {
  if (holds) met++
  else missed++
  console.log(`${holds ? 'ok    ' : 'MISSED'}  ${name}: ${measured} (target: ${asked})`)
}

export const report = {
  atLeast: (name: string, value: number, asked: number, unit = '×') =>
    line(name, `${value.toFixed(2)}${unit}`, `≥ ${asked}${unit}`, value >= asked),
  atMost: (name: string, value: number, asked: number, unit = '×') =>
    line(name, `${value.toFixed(2)}${unit}`, `≤ ${asked}${unit}`, value <= asked),
  exactly: (name: string, value: number, asked: number) =>
    line(name, String(value), String(asked), value === asked),
  note: (text: string) => console.log(`        ${text}`),
  /** Prints the totals and returns the exit code. */
  summary() {
    console.log(`\n${met} passed, ${missed} failed`)
    return missed === 0 ? 0 : 1
  },
}
