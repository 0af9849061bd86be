import type { Clock } from '#app/platform/clock/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'
import { broadcast } from '#app/platform/realtime/broadcast.ts'
import { mailboxChannel } from '#app/platform/realtime/channel-names.ts'

import type { Mailer } from './mailer.ts'

/** Broadcasts each new mail to the open mailbox page. */
export function notifyingMailer(mailer: Mailer, { db, clock }: { db: Db; clock: Clock }): Mailer {
  return {
    async send(id, mail) {
      await mailer.send(id, mail)
      const now = clock.now()
      const message = { channel: mailboxChannel, sequence: now, name: 'mail.arrived', data: { id } }
      await broadcast(db, message, now)
    },
  }
}
