import type { BrowserContext, CDPSession, Page } from 'playwright-core'

export interface BrowserAuthenticator {
  cdp: CDPSession
  authenticatorId: string
}

/** Adds an authenticator that stores passkeys and approves every prompt. */
export async function addAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<BrowserAuthenticator> {
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

/** The virtual authenticator would otherwise answer passkey autofill immediately. */
export async function disablePasskeyAutofill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A blank page has no passkeys.
    if (!isSecureContext) return
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
    PublicKeyCredential.getClientCapabilities = async () => ({ conditionalGet: false })
  })
}
