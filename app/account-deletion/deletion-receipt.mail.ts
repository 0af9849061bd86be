import type { Translator } from '@foyer/i18n'

import { formatMailDate } from '#app/platform/mail/format-mail-date.ts'
import type { MailWriter } from '#app/platform/mail/mail-writer.ts'
import { type RenderedMail, renderMail } from '#app/platform/mail/render-mail.ts'

import type { DeletionReceipt } from './deletion-receipt.ts'

interface ReceiptMailData {
  receipt: DeletionReceipt
  signedReceipt: string
  timezone: string | null
}

/** Sent after the erasure. The signed line lets the person prove it later. */
export function deletionReceiptMail(
  { translator: t, appName }: MailWriter,
  { receipt, signedReceipt, timezone }: ReceiptMailData,
): RenderedMail {
  return renderMail(t, {
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
    details: [
      [t('Account'), receipt.address],
      [t('Made'), formatMailDate(t, receipt.created, timezone)],
      [t('Erased'), formatMailDate(t, receipt.erased, timezone)],
      ...erasedCountRows(t, receipt.gone),
      [t('Receipt'), signedReceipt],
    ],
  })
}

function erasedCountRows(t: Translator, erasedCounts: DeletionReceipt['gone']): [string, string][] {
  const { sessions = 0, events = 0, files = 0, waiting_mails = 0, ...rows } = erasedCounts
  const otherRows = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    [t('Sessions'), String(sessions)],
    [t('Entries in the history'), String(events)],
    [t('Files'), String(files)],
    [t('Mails not sent yet'), String(waiting_mails)],
    [t('Other records'), String(otherRows)],
  ]
}
