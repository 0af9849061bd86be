/** With fewer events than that, the page explains itself. */
export const maxEventsOfNewAccount = 10
