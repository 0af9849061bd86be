import { z } from 'zod'

import { claimText } from './provider-identity.ts'

const User = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
})

/**
 * The name in Apple's form field `user`, which it sends at the first sign-in only. It is not signed, so it is no more than the
 * name of a new account; the address beside it is ignored.
 */
export function parseAppleUserName(field: string | undefined): string | null {
  const { name } = User.safeParse(parseJson(field ?? '')).data ?? {}
  const text = [name?.firstName, name?.lastName].filter(Boolean).join(' ')
  return claimText(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
