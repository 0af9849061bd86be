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
    heading: t('Your account was deleted'),
    paragraphs: [
      t(
        'We no longer store anything about you. Anyone who can read email sent to this address can sign up with it again.',
      ),
      t("The receipt below is signed. Keep it as proof of deletion. It's the only one."),
    ],
    details: [
      [t('Account'), receipt.address],
      [t('Created'), formatMailDate(t, receipt.created, timezone)],
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
    [t('Events'), String(events)],
    [t('Files'), String(files)],
    [t('Unsent emails'), String(waiting_mails)],
    [t('Other records'), String(otherRows)],
  ]
}
