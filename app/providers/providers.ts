export { confirmingProviders, hasLinkedAccount, linkedAccounts } from './linked-accounts.ts'
export { removeLinkedAccounts } from './unlink-account.ts'
