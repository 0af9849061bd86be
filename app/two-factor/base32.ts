const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bitsPerDigit = 5

/** Bytes in the alphabet that authenticator apps read, without padding. @see RFC 4648 §6 */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= bitsPerDigit; bits -= bitsPerDigit) {
      text += alphabet.charAt((buffer >> (bits - bitsPerDigit)) & 31)
    }
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (bitsPerDigit - bits)) & 31)
}

/** @returns null for anything that `toBase32` does not write */
export function fromBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const digit of text) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return null
    buffer = (buffer << bitsPerDigit) | value
    bits += bitsPerDigit
    if (bits < 8) continue
    bits -= 8
    bytes.push(buffer >> bits)
    buffer &= (1 << bits) - 1
  }
  const isComplete = bits < bitsPerDigit && buffer === 0
  return isComplete ? Buffer.from(bytes) : null
}
