import { http, HttpResponseError } from '@inertiajs/core'
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'

import { route } from '#web/route.ts'

const headers = { Accept: 'application/json' }

/** Signs in with any of the person's passkeys. @returns the URL to go to @throws errors for `passkeyErrorMessage` */
export async function signInWithPasskey(remember: () => boolean): Promise<string> {
  const optionsJSON = await fetchRequestOptions(route('passkey.login-options'))
  const credential = await startAuthentication({ optionsJSON })
  return submitLogin(credential, remember(), optionsJSON.rpId)
}

/**
 * Signs in with a passkey from the address field's autofill list. Stays pending until one is chosen.
 *
 * @returns null if autofill is unsupported or failed, or another prompt replaced it
 */
export async function signInWithAutofill(remember: () => boolean): Promise<string | null> {
  const selection = await credentialFromAutofill().catch(() => null)
  return selection && submitLogin(selection.credential, remember(), selection.rpId)
}

/** The caller ignores errors, since the person has not requested anything yet. */
async function credentialFromAutofill() {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const optionsJSON = await fetchRequestOptions(route('passkey.login-options'))
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
  return { credential, rpId: optionsJSON.rpId }
}

export function cancelPasskeyPrompt(): void {
  WebAuthnAbortService.cancelCeremony()
}

/** @throws errors for `passkeyErrorMessage` */
export async function confirmWithPasskey(): Promise<void> {
  const optionsJSON = await fetchRequestOptions(route('passkey.confirm-options'))
  const credential = await startAuthentication({ optionsJSON })
  await postJson(route('passkey.confirm'), { credential })
}

/** Answers the challenge after the password; the caller must still submit it. @throws errors for `passkeyErrorMessage` */
export async function answerChallenge(): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await fetchRequestOptions(route('two-factor.passkey-options'))
  return startAuthentication({ optionsJSON })
}

/** Creates a passkey on a device; the caller must still register it. @throws errors for `passkeyErrorMessage` */
export async function createPasskey(optionsUrl: string): Promise<RegistrationResponseJSON> {
  return startRegistration({ optionsJSON: await fetchCreationOptions(optionsUrl) })
}

/**
 * Adds a passkey without a prompt, in the password manager that has just filled in the password.
 *
 * @throws in browsers that cannot, or when the password manager declines
 */
export async function addAutomaticPasskey(): Promise<void> {
  const optionsJSON = await fetchCreationOptions(
    route('passkey.registration-options', { automatic: '1' }),
  )
  const credential = await startRegistration({ optionsJSON, useAutoRegister: true })
  // Not a visit: the person may be typing on another page by now.
  await postJson(route('passkey.store'), { credential, automatic: true })
}

/** Signals the accepted passkeys, so that devices drop removed ones. Does nothing in browsers without the Signal API. */
export async function forgetRemovedPasskeys(): Promise<void> {
  const {
    rp,
    user,
    excludeCredentials = [],
  } = await fetchCreationOptions(route('passkey.registration-options'))
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: rp.id ?? location.hostname,
    userID: user.id,
    allAcceptedCredentialIDs: excludeCredentials.map(({ id }) => id),
  }).catch(() => undefined)
}

async function submitLogin(
  credential: AuthenticationResponseJSON,
  remember: boolean,
  rpID = location.hostname,
): Promise<string> {
  try {
    const response = await postJson(route('passkey.login'), { credential, remember })
    const { redirect }: { redirect: string } = JSON.parse(response)
    return redirect
  } catch (error) {
    if (error instanceof HttpResponseError && error.response.headers['passkey-unknown']) {
      const signal = { signalName: 'unknownCredential', rpID, credentialID: credential.id } as const
      await sendSignal(signal).catch(() => undefined)
    }
    throw error
  }
}

async function fetchRequestOptions(url: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { data } = await http.getClient().request({ method: 'get', url, headers })
  return JSON.parse(data).options
}

async function fetchCreationOptions(url: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { data } = await http.getClient().request({ method: 'get', url, headers })
  return JSON.parse(data).options
}

async function postJson(url: string, data: object): Promise<string> {
  return (await http.getClient().request({ method: 'post', url, data, headers })).data
}
