/** Sessions of the short list: this device and five more. */
export const shortListRows = 6

/** Sessions on one page of the whole list. */
export const rowsPerPage = 100

/** The longest name of a session, in UTF-16 code units. */
export const maxSessionNameLength = 60
