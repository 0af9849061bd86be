import { broadcast } from '#app/platform/broadcast/broadcast.ts'
import { mailboxChannel } from '#app/platform/broadcast/channel-names.ts'
import type { Clock } from '#app/platform/clock.ts'
import type { Db } from '#app/platform/db/connect.ts'

import type { Mailer } from './mailer.ts'

/** Tells the page that shows the mailbox of each mail. */
export function toldMailer(mailer: Mailer, { db, clock }: { db: Db; clock: Clock }): Mailer {
  return {
    async send(id, mail) {
      await mailer.send(id, mail)
      const now = clock.now()
      const data = { id }
      await broadcast(
        db,
        { channel: mailboxChannel, sequence: now, name: 'mail.arrived', data },
        now,
      )
    },
  }
}
