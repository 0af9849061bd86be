export {
  accountDeletionJob,
  deletionReminderJob,
  requeueOverdueDeletions,
} from './account-deletion.job.ts'
export { accountErasedJob } from './account-erased.job.ts'
export { cancelDeletion, keepAccount } from './cancel-deletion.ts'
export { eraseAccount } from './erase-account.ts'
export { requestDeletion } from './request-deletion.ts'
export { soleOwnerships } from './sole-ownerships.ts'
