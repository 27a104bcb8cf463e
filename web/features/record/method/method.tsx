// How signals are scored, in words that anybody can check.
export function Method() {
  return <h1 className="text-heading font-strong">How signals are scored</h1>
}
