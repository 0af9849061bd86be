const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bitsPerDigit = 5

/** Bytes in the alphabet that authenticator apps read, without padding. @see RFC 4648 §6 */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= bitsPerDigit; bits -= bitsPerDigit) {
      text += alphabet.charAt((held >> (bits - bitsPerDigit)) & 31)
    }
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((held << (bitsPerDigit - bits)) & 31)
}

/** @returns null for anything that `toBase32` does not write */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const digit of text) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return null
    held = (held << bitsPerDigit) | value
    bits += bitsPerDigit
    if (bits < 8) continue
    bits -= 8
    bytes.push(held >> bits)
    held &= (1 << bits) - 1
  }
  const isWhole = bits < bitsPerDigit && held === 0
  return isWhole ? Buffer.from(bytes) : null
}
