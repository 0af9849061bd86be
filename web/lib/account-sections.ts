import { route } from '#web/route.ts'

/** The page of each section of the account, by the section's id. */
const routeOfSection = {
  information: 'profile.show',
  attributes: 'profile.show',
  address: 'profile.show',
  'email-addresses': 'profile.show',
  notifications: 'profile.show',
  password: 'profile.security',
  'two-factor': 'profile.security',
  'trusted-devices': 'profile.security',
  passkeys: 'profile.security',
  'linked-accounts': 'profile.security',
  sessions: 'profile.devices',
  'data-export': 'profile.data',
  'delete-account': 'profile.data',
} as const

export type AccountSectionId = keyof typeof routeOfSection

export function accountSectionUrl(id: AccountSectionId): string {
  return `${route(routeOfSection[id])}#${id}`
}

export function isAccountSection(id: string): id is AccountSectionId {
  return Object.hasOwn(routeOfSection, id)
}
