/** With fewer events than this, the page explains itself. */
export const maxEventsOfNewAccount = 10
