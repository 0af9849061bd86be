/**
 * How recent a confirmation ("sudo") must be, see `confirmationMinutes` of the settings. `confirmation` in the route table of each feature gives
 * the level of an action.
 *
 *   sensitive  actions that could cost the account: two-factor, passkeys, email change, API tokens, deletion
 *   standard   all others that need a confirmation: other sessions, data export
 */
export type ConfirmationLevel = 'standard' | 'sensitive'
