/** Members, and events, on the overview of a team. */
export const overviewRows = 5
