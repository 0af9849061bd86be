export { accountLog } from './account-log-store.ts'
export { checkAgainstNote, checkCheckpoints } from './check-checkpoints.ts'
export { enqueueDailyLogMaintenance, dailyLogMaintenanceJob } from './daily-log-maintenance.job.ts'
export {
  checkpointFolder,
  checkpointKeyFile,
  checkpointSigner,
  publishedVerifierKeys,
} from './checkpoint-files.ts'
export { extractNote } from './checkpoint-note.ts'
export { exportEventLog } from './export-event-log.ts'
export { integrityCheckStep } from './integrity-check.ts'
export { integritySummary } from './integrity-summary.ts'
export {
  createSigner,
  formatVerifierKey,
  parseVerifierKeys,
  rawPublicKey,
  type Signer,
  signNote,
  verifyNote,
} from './signed-note.ts'
export { verifyExportedLog } from './verify-exported-log.ts'
export { verifyEventLog } from './verify-event-log.ts'
