import type { BrowserContext, CDPSession, Page } from 'playwright-core'

export interface VirtualAuthenticator {
  cdp: CDPSession
  authenticatorId: string
}

/** Gives the page a device that keeps passkeys and has a finger on it, always. */
export async function addVirtualAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<VirtualAuthenticator> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** The device with a finger always on it would otherwise answer the list under the field at once. */
export async function disablePasskeyAutofill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalGet: false })
  })
}
