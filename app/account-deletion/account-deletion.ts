export {
  accountDeletionJob,
  accountErasedJob,
  deletionReminderJob,
  eraseOverdue,
} from './account-deletion.job.ts'
export { stay } from './come-back.ts'
export { erase } from './erase.ts'
