export const logRowsPerPage = 50
