import type { Feature } from '#app/platform/feature.ts'
import { sampleMailData } from '#app/platform/mail/mail-preview.ts'

import { dataExportMail } from './data-export.mail.ts'
import { pruneExports } from './prune-exports.ts'

export const dataExportFeature: Feature = {
  ownedTables: {
    data_exports: { excludedBecause: 'how far the export itself is' },
  },
  pruneFiles: ({ db, files, config: { storageDir } }, now) =>
    pruneExports(db, { files, storageDir }, now),
  mailPreviews: {
    dataExportMail: (mailWriter) =>
      dataExportMail(mailWriter, { expiresAt: sampleMailData.sentAt, timezone: null }),
  },
}
