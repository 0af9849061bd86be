import { msg, type Message } from '@foyer/i18n'

import type { EventKind } from '#app/account-events.ts'
import { accountFeatures } from '#web/account-features.ts'
import { laptop } from '#web/components/icons/laptop.ts'
import { lock } from '#web/components/icons/lock.ts'
import { mail } from '#web/components/icons/mail.ts'
import { pencil } from '#web/components/icons/pencil.ts'
import { person } from '#web/components/icons/person.ts'

const coreLabels = {
  session: { label: msg('Sign-ins and sessions'), icon: laptop },
  password: { label: msg('Password'), icon: lock },
  address: { label: msg('Email address'), icon: mail },
  profile: { label: msg('Profile and photo'), icon: pencil },
  account: { label: msg('Account'), icon: person },
} satisfies Partial<Record<EventKind, KindLabel>>

interface KindLabel {
  label: Message
  icon: string
}

export const eventKindLabels: Readonly<Record<EventKind, KindLabel>> = Object.assign(
  {},
  coreLabels,
  ...accountFeatures.map(({ kinds }) => kinds),
)
