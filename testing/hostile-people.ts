import type { OpenIdProvider, ProviderPerson } from './openid-provider.ts'

type Tamper = NonNullable<OpenIdProvider['tamper']>

/** The fault in the ID token of each. */
const tokens: Record<string, Tamper> = {
  'with a wrong nonce': ({ claims }) => ({ claims: { ...claims, nonce: 'of another sign-in' } }),
  'from a wrong issuer': ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } }),
  'with alg none': ({ header }) => ({ header: { ...header, alg: 'none' }, signature: '' }),
}

const reusingCode = 'with a reused code'

const called = (name: string, sub: string): ProviderPerson => ({
  sub,
  name: `${name} ${sub}`,
  email: `${sub.replaceAll(' ', '-')}@example.com`,
  email_verified: true,
})

/** People whose sign-ins must fail. */
export const hostilePeople: ProviderPerson[] = [...Object.keys(tokens), reusingCode].map((sub) =>
  called('Mallory', sub),
)

/** The sign-in after hers finds another key, which is honest: it works once the keys were read more than a minute ago. */
export const rotatingPerson = called('Rosalind', 'before a key rotation')

/** The provider attacks when one of the hostile people signs in. */
export function playHostilePeople(provider: OpenIdProvider): void {
  provider.tamper = (token) => tokens[String(token.claims['sub'])]?.(token) ?? {}
  provider.usedCodes.add(reusingCode)
  provider.rotating.add(rotatingPerson.sub)
}
