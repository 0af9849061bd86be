import { say, type Sentence } from '@foyer/sentences'

import type { EventKind } from '#app/pages.ts'
import { key } from '#web/parts/icons/key.ts'
import { laptop } from '#web/parts/icons/laptop.ts'
import { lock } from '#web/parts/icons/lock.ts'
import { mail } from '#web/parts/icons/mail.ts'
import { pencil } from '#web/parts/icons/pencil.ts'
import { person } from '#web/parts/icons/person.ts'
import { shield } from '#web/parts/icons/shield.ts'
import { terminal } from '#web/parts/icons/terminal.ts'

/** What a kind of event is called where one chooses, and its picture. */
export const kindWords: Readonly<Record<EventKind, { words: Sentence; icon: string }>> = {
  session: { words: say('Signing in and out'), icon: laptop },
  password: { words: say('Password'), icon: lock },
  'two-factor': { words: say('Two-factor sign-in'), icon: shield },
  passkey: { words: say('Passkeys'), icon: key },
  address: { words: say('E-mail address'), icon: mail },
  profile: { words: say('Profile and photo'), icon: pencil },
  token: { words: say('API tokens'), icon: terminal },
  account: { words: say('The account itself'), icon: person },
}
