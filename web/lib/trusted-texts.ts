// The strings that become markup or a script's address in this page.

/** The rule of a list's scroll area (@radix-ui/react-select). */
const LIST_STYLE = /^\[data-radix-select-viewport\][^<]*$/
/** The card form (@stripe/stripe-js), and the service worker. */
const SCRIPT = /^(https:\/\/js\.stripe\.com\/|\/service-worker\.js$)/

type Rules = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>
/** TypeScript doesn't know it yet, and neither do older versions of Firefox and Safari. */
type Factory = { createPolicy(name: string, rules: Rules): void }

/**
 * Browsers consult the policy named `default` wherever a string is used as markup or as a script's address. Other
 * strings are reported, and later refused (docs/decisions/0048). The console shows a report, which fails the journeys.
 */
export function setTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (LIST_STYLE.test(text) ? text : null),
    createScriptURL: (text) => (SCRIPT.test(text) ? text : null),
  })
}
