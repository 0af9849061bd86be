export {
  accountDeletionJob,
  deletionReminderJob,
  requeueOverdueDeletions,
} from './account-deletion.job.ts'
export { accountErasedJob } from './account-erased.job.ts'
export { keepAccount } from './cancel-deletion.ts'
export { eraseAccount } from './erase-account.ts'
