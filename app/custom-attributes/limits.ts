/** All values of an account together, as JSON. */
export const maxTotalBytes = 16 * 1024

export const maxTextLength = 500
export const maxUrlLength = 500

/** Larger forms exceed the 20-field limit of lists in forms without script. */
export const maxEditableAttributes = 16

/** Accounts that a search by value returns. */
export const maxFound = 100
