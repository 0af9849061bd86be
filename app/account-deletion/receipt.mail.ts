import type { Text } from '@foyer/sentences'

import { type Letter, letter } from '#app/platform/mail/letter.ts'
import { mailMoment } from '#app/platform/mail/mail-moment.ts'
import type { Post } from '#app/platform/post.ts'

import type { Receipt } from './receipt.ts'

interface Facts {
  receipt: Receipt
  /** The same, signed. */
  code: string
  zone: string | null
}

/** The last mail: what was erased and when, in words and as a line we can be held to. */
export function receiptMail({ text: t, appName }: Post, { receipt, code, zone }: Facts): Letter {
  return letter(t, {
    appName,
    subject: t('Your {appName} account has been deleted', { appName }),
    heading: t('Everything is erased'),
    paragraphs: [
      t(
        'We keep nothing about you any more. The address can be registered again by whoever can read its mail.',
      ),
      t(
        'The receipt below is signed. Should you ever ask whether the account was erased, send it to us: nothing else is left to tell it from.',
      ),
    ],
    facts: [
      [t('Account'), receipt.address],
      [t('Made'), mailMoment(t, receipt.created, zone)],
      [t('Erased'), mailMoment(t, receipt.erased, zone)],
      ...erasedThings(t, receipt.gone),
      [t('Receipt'), code],
    ],
  })
}

function erasedThings(t: Text, gone: Receipt['gone']): [string, string][] {
  const { sessions = 0, events = 0, files = 0, waiting_mails = 0, ...rows } = gone
  const others = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    [t('Sessions'), String(sessions)],
    [t('Entries in the history'), String(events)],
    [t('Files'), String(files)],
    [t('Mails not sent yet'), String(waiting_mails)],
    [t('Other records'), String(others)],
  ]
}
