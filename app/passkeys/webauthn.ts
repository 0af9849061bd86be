/** The library is loaded when the first passkey is asked for: it would be a tenth of every start. */
export const webauthn = () => import('@simplewebauthn/server')

export const webauthnHelpers = () => import('@simplewebauthn/server/helpers')
