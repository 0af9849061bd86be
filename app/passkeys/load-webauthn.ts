/** The library is loaded when the first passkey is asked for: it would be a tenth of every start. */
export const loadWebauthn = () => import('@simplewebauthn/server')

export const loadWebauthnHelpers = () => import('@simplewebauthn/server/helpers')
