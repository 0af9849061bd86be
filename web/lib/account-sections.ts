import { type Message, msg } from '@foyer/i18n'

import { route } from '#web/route.ts'

interface AccountSection {
  page: 'profile.show' | 'profile.security' | 'profile.devices' | 'profile.data'
  label: Message
}

/** The sections of the account by id, in the order of its pages, which leave out what a person has none of. */
export const accountSections = {
  information: { page: 'profile.show', label: msg('Profile') },
  attributes: { page: 'profile.show', label: msg('More about you') },
  address: { page: 'profile.show', label: msg('Email address') },
  'email-addresses': { page: 'profile.show', label: msg('More email addresses') },
  notifications: { page: 'profile.show', label: msg('Notifications') },
  password: { page: 'profile.security', label: msg('Password') },
  'two-factor': { page: 'profile.security', label: msg('Two-factor authentication') },
  'trusted-devices': { page: 'profile.security', label: msg('Trusted devices') },
  passkeys: { page: 'profile.security', label: msg('Passkeys and security keys') },
  'linked-accounts': { page: 'profile.security', label: msg('Linked accounts') },
  sessions: { page: 'profile.devices', label: msg('Sessions') },
  'data-export': { page: 'profile.data', label: msg('Your data') },
  'delete-account': { page: 'profile.data', label: msg('Delete account') },
} as const satisfies Record<string, AccountSection>

export type AccountSectionId = keyof typeof accountSections

export function accountSectionUrl(id: AccountSectionId): string {
  return `${route(accountSections[id].page)}#${id}`
}

export function isAccountSection(id: string): id is AccountSectionId {
  return Object.hasOwn(accountSections, id)
}
