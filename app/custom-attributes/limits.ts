/** Of all values of a person together, as JSON. */
export const maxTotalBytes = 16 * 1024

export const maxTextLength = 500
export const maxUrlLength = 500

/** A form of more is hard to use, and without script sends a list of at most 20 fields to restore. */
export const maxEditableAttributes = 16

/** Accounts that a search by value returns. */
export const maxFound = 100
