import { TOTP } from 'otpauth'
import { encode } from 'uqr'

import { toSecret } from './totp.ts'

/**
 * Builds the Key URI that an authenticator app scans.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(appName: string, email: string, secret: Uint8Array): string {
  // A colon separates issuer and account in the label, even when encoded.
  const issuer = appName.replaceAll(':', ' ').trim()
  return new TOTP({ issuer, label: email, secret: toSecret(secret) }).toString()
}

/** Renders a QR code with its quiet zone as SVG, black on white in every theme. */
export function qrCodeSvg(text: string): string {
  const { size, data } = encode(text, { ecc: 'L', boostEcc: false, border: 4 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  )
}
