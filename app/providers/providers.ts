export { confirmingProviders, hasLinkedAccount, linkedAccounts } from './linked-accounts.ts'
export { removeLinkedAccounts } from './unlink-account.ts'
export { enqueueProviderChecks } from './daily-check.job.ts'
