// An authenticator for passkeys in the browser.
import type { Page } from '@playwright/test'

/** An authenticator with a face or finger sensor that recognizes its owner, such as a laptop's. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The virtual sensor would answer the offer of autofill at once, as if the person had chosen it. */
export const withoutAutofill = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

/** Adds a passkey on the security page of the settings. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}
