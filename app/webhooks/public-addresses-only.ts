import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

import { isPublicIp } from '#app/platform/validation/public-ip.ts'

/** @returns a lookup that fails unless every address of the name is public */
export function publicAddressesOnly(
  lookup: (hostname: string) => Promise<LookupAddress[]>,
): LookupFunction {
  const publicAddresses = callbackify(async (hostname: string) => {
    const addresses = await lookup(hostname)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicIp(address))) throw new NotPublic()
    return { first, addresses }
  })
  return (hostname, options, done) =>
    publicAddresses(hostname, (error, found) => {
      if (error) return done(error, '', 0)
      const { first, addresses } = found
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
}

export class NotPublic extends Error {}
