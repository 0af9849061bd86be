import type { OpenIdProvider, ProviderPerson } from './openid-provider.ts'

type Tamper = NonNullable<OpenIdProvider['tamper']>

/** The fault in the ID token of each. */
const tokens: Record<string, Tamper> = {
  'with a wrong nonce': ({ claims }) => ({ claims: { ...claims, nonce: 'of another sign-in' } }),
  'from a wrong issuer': ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } }),
  'with alg none': ({ header }) => ({ header: { ...header, alg: 'none' }, signature: '' }),
}

/** People whose sign-ins must fail. */
export const hostilePeople: ProviderPerson[] = Object.keys(tokens).map((sub) => ({
  sub,
  name: `Mallory ${sub}`,
  email: `${sub.replaceAll(' ', '-')}@example.com`,
  email_verified: true,
}))

/** The provider attacks when one of them signs in. */
export const tamperForHostilePeople: Tamper = (token) =>
  tokens[String(token.claims['sub'])]?.(token) ?? {}
