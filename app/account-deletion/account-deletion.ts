export {
  accountDeletionJob,
  accountErasedJob,
  deletionReminderJob,
  requeueOverdueDeletions,
} from './account-deletion.job.ts'
export { keepAccount } from './cancel-deletion.ts'
export { eraseAccount } from './erase-account.ts'
