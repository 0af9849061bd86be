/**
 * How many minutes a confirmation ("sudo") lasts for each level. `confirmation` in app/routes.ts gives the level of an action.
 *
 *   sensitive  actions that could cost the account: two-factor, passkeys, email change, API tokens, deletion
 *   standard   all others that need a confirmation: other sessions, data export
 */
export const confirmationMinutes = { standard: 180, sensitive: 15 } as const

export type ConfirmationLevel = keyof typeof confirmationMinutes
