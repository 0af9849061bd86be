import type { BrowserContext, CDPSession, Page } from 'playwright-core'

export interface BrowserAuthenticator {
  cdp: CDPSession
  authenticatorId: string
}

/** Adds an authenticator that stores passkeys and approves every prompt. */
export function addAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<BrowserAuthenticator> {
  return addVirtualAuthenticator(context, page, {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  })
}

/** Plugs in a U2F key, which stores no passkey and has no PIN. It is touched at every prompt. */
export function plugInSecurityKey(
  context: BrowserContext,
  page: Page,
): Promise<BrowserAuthenticator> {
  return addVirtualAuthenticator(context, page, {
    protocol: 'u2f',
    transport: 'usb',
    hasResidentKey: false,
    hasUserVerification: false,
  })
}

interface AuthenticatorOptions {
  protocol: 'u2f' | 'ctap2'
  transport: 'usb' | 'internal'
  hasResidentKey: boolean
  hasUserVerification: boolean
  isUserVerified?: boolean
}

const pagesWithAuthenticators = new WeakSet<Page>()

/** Whether a virtual authenticator is attached to the page. It stays until the page is closed. */
export function hasAuthenticator(page: Page): boolean {
  return pagesWithAuthenticators.has(page)
}

async function addVirtualAuthenticator(
  context: BrowserContext,
  page: Page,
  options: AuthenticatorOptions,
): Promise<BrowserAuthenticator> {
  pagesWithAuthenticators.add(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
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
