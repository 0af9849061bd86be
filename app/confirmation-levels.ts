/**
 * How many minutes a confirmation lasts for each level.
 *
 *   sensitive  actions that could cost the account
 *   standard   all others that need a confirmation
 */
export const confirmationMinutes = { standard: 180, sensitive: 15 } as const

export type ConfirmationLevel = keyof typeof confirmationMinutes
