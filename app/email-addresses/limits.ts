/** Addresses beside the primary one, those that wait for their link included. */
export const maxAdditionalAddresses = 5
