/** Altcha's work: the number whose hash with the salt is the challenge. Posts null if there is none. */
addEventListener('message', async ({ data }: MessageEvent<Work>) => {
  const { salt, challenge, maxnumber } = data
  const encoder = new TextEncoder()
  for (let number = 0; number <= maxnumber; number++) {
    const hash = await crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${number}`))
    if (new Uint8Array(hash).toHex() === challenge) return postMessage(number)
  }
  postMessage(null)
})

export interface Work {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}
