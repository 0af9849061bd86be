import { msg, type Message } from '@foyer/i18n'

import type { EventKind } from '#app/pages.ts'
import { key } from '#web/components/icons/key.ts'
import { laptop } from '#web/components/icons/laptop.ts'
import { lock } from '#web/components/icons/lock.ts'
import { mail } from '#web/components/icons/mail.ts'
import { pencil } from '#web/components/icons/pencil.ts'
import { person } from '#web/components/icons/person.ts'
import { shield } from '#web/components/icons/shield.ts'
import { terminal } from '#web/components/icons/terminal.ts'

export const eventKindLabels: Readonly<Record<EventKind, { label: Message; icon: string }>> = {
  session: { label: msg('Signing in and out'), icon: laptop },
  password: { label: msg('Password'), icon: lock },
  'two-factor': { label: msg('Two-factor sign-in'), icon: shield },
  passkey: { label: msg('Passkeys'), icon: key },
  address: { label: msg('E-mail address'), icon: mail },
  profile: { label: msg('Profile and photo'), icon: pencil },
  token: { label: msg('API tokens'), icon: terminal },
  account: { label: msg('The account itself'), icon: person },
}
